#include "io/stb_png.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <set>

#include "core/check.h"

namespace {

// What stb holds, of the picture that the thread is writing.
thread_local std::set<void*> blocks;

void* noted(void* memory) {
  if (!memory) throw std::bad_alloc();
  try {
    blocks.insert(memory);
  } catch (...) {
    std::free(memory);
    throw;
  }
  return memory;
}

void release(void* memory) {
  blocks.erase(memory);
  std::free(memory);
}

// Where there is no room for the larger one the other stays.
void* enlarged(void* memory, size_t old_size, size_t size) {
  void* const larger = noted(std::malloc(size));
  if (memory) {
    std::memcpy(larger, memory, old_size);
    release(memory);
  }
  return larger;
}

void release_all() {
  for (void* const memory : blocks) std::free(memory);
  blocks.clear();
}

}  // namespace

#define STBIW_MALLOC(size) noted(std::malloc(size))
#define STBIW_REALLOC_SIZED(memory, old_size, size) enlarged(memory, old_size, size)
#define STBIW_FREE(memory) release(memory)
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace quicksand {

std::string stb_png(std::string_view rgb, GridSize size) {
  std::string png;
  const auto append = [](void* context, void* data, int count) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<size_t>(count));
  };
  try {
    const int written = stbi_write_png_to_func(append, &png, size.width, size.height, 3, rgb.data(), size.width * 3);
    QS_CHECK(written != 0, "a picture could not be encoded");
  } catch (...) {
    release_all();
    throw;
  }
  return png;
}

}  // namespace quicksand
