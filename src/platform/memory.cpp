#include "platform/memory.h"

#include <cstdlib>  // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace quicksand {

void give_large_buffers_back() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, kLeastMappedBuffer);
  mallopt(M_TRIM_THRESHOLD, kLeastMappedBuffer);
#endif
}

}  // namespace quicksand
