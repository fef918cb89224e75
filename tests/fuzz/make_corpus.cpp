// Writes a folder of small seeds for each fuzzer: make_corpus FOLDER.
#include <stb_image_write.h>
#include <turbojpeg.h>

#include <cstdio>
#include <filesystem>
#include <random>

#include "app/session.h"
#include "io/assets.h"
#include "io/files.h"
#include "io/gif.h"
#include "io/png.h"
#include "io/save_file.h"

using namespace quicksand;
namespace fs = std::filesystem;

namespace {

fs::path corpus;

void put(const std::string& fuzzer, const std::string& name, std::string_view bytes) {
  if (const Status written = write_file_atomically(corpus / fuzzer / name, bytes); !written) {
    std::fprintf(stderr, "%s\n", written.failure().text().c_str());
    std::exit(2);
  }
}

void put_texts() {
  constexpr size_t kMostBytes = 6000;
  const fs::path assets = fs::path(QUICKSAND_SOURCE) / "assets";
  for (const char* const folder : {"scenes", "materials"})
    for (const fs::directory_entry& entry : fs::directory_iterator(assets / folder)) {
      if (entry.path().extension() != ".json") continue;
      const Result<std::string> text = read_file(entry.path(), 1 << 20);
      if (!text || text->size() > kMostBytes) continue;
      put(folder == std::string("scenes") ? "scene" : "materials", entry.path().filename().string(), *text);
      put("json", entry.path().filename().string(), *text);
    }
  put("settings", "settings", R"({"ui_scale": 1.5, "effects": "own", "light": 1, "volume": 0.5, "left_world": "x"})");
  put("settings", "keys", R"({"pause": ["Space"], "undo": ["Ctrl+Z"]})");
  using namespace std::string_view_literals;
  put("options", "headless", "--headless\0--ticks\0" "20\0--scene\0oasis\0--size\0" "40x30\0--report\0-"sv);
  put("options", "pictures", "--headless\0--frames\0" "2\0--screenshot\0x.png\0--display\0heat\0--effects\0low,light=1"sv);
  put("options", "until", "--headless\0--until\0sand<3\0--seeds\0" "1..3\0--set\0sand.friction=2"sv);
}

void put_pictures() {
  std::mt19937 dice(1);
  Image image({24, 16});
  for (uint8_t& byte : image.rgba) byte = static_cast<uint8_t>(dice());
  put("picture", "png", encode_png(image));
  GifWriter gif(image.size);
  if (gif.add(image, 3)) put("picture", "gif", *gif.finish());
  std::string bmp;
  stbi_write_bmp_to_func(
      [](void* to, void* data, int count) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<size_t>(count));
      },
      &bmp, image.size.width, image.size.height, 4, image.rgba.data());
  put("picture", "bmp", bmp);
  for (const int flags : {0, TJFLAG_PROGRESSIVE}) {
    const tjhandle encoder = tjInitCompress();
    unsigned char* bytes = nullptr;
    unsigned long count = 0;
    tjCompress2(encoder, image.rgba.data(), image.size.width, 0, image.size.height, TJPF_RGBA, &bytes, &count, TJSAMP_420,
                60, flags);
    put("picture", flags == 0 ? "jpeg" : "progressive", {reinterpret_cast<const char*>(bytes), count});
    tjFree(bytes);
    tjDestroy(encoder);
  }
}

void put_saves() {
  for (const char* const name : {"u-tube", "geyser", "lava-lake", "circuit", "dunes-barchan", "dropped-balls"}) {
    WorldRequest request;
    request.scene = name;
    Result<Scene> scene = load_builtin_scene(name, world_kinds());
    if (!scene) continue;
    scene->size = {24, 20};
    request.described = std::make_shared<const Scene>(std::move(*scene));
    Result<OpenedWorld> opened = open_world(request);
    if (!opened) continue;
    Session session(std::move(*opened), 1);
    for (int tick = 0; tick < 60; ++tick) session.tick();
    const SavedWorld saved = copy_to_save(session.world(), session.scene());
    const Result<std::string> file = encode_save(saved, Image({1, 1}), world_kinds());
    if (!file) continue;
    put("save", std::string(name) + ".file", std::string(1, '\0') + *file);
    const std::string chunk = **find_chunk(*file, "quSK", name);
    const size_t length = static_cast<uint8_t>(chunk[8]) + 256U * static_cast<uint8_t>(chunk[9]);
    std::string parts = "\1";
    parts += static_cast<char>(length);
    parts += static_cast<char>(length >> 8);
    parts += chunk.substr(12, length);
    for (const SavedPlane& plane : saved.planes) parts.append(plane.bytes.begin(), plane.bytes.end());
    put("save", std::string(name) + ".parts", parts + saved.rest);
  }
}

void put_bytes() {
  std::mt19937 dice(2);
  for (const char* const fuzzer : {"world", "gif"})
    for (int i = 0; i < 12; ++i) {
      std::string bytes(200 + 150 * static_cast<size_t>(i), '\0');
      for (char& byte : bytes) byte = static_cast<char>(dice());
      put(fuzzer, "random" + std::to_string(i), bytes);
    }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("make_corpus FOLDER\n", stderr);
    return 2;
  }
  corpus = argv[1];
  put_texts();
  put_pictures();
  put_saves();
  put_bytes();
}
