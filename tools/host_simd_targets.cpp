// Prints the instruction sets that this machine runs, by Highway's names, as a CMake list. src/CMakeLists.txt runs it
// where the game is compiled for one machine alone.
#include <cstdio>

#include <hwy/targets.h>

int main() {
  for (long long bits = hwy::SupportedTargets(); bits != 0; bits &= bits - 1)
    std::printf("%s;", hwy::TargetName(bits & -bits));
}
