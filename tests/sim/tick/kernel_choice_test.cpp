// Which kernels there are, and which one a name gives.
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "sim/tick/kernel.h"
#include "sim/tick/sandbox.h"

using namespace quicksand;

TEST_CASE("the names of kernels differ, and the reference is the last of them") {
  const std::vector<std::string_view> names = kernel_names();
  REQUIRE_FALSE(names.empty());
  CHECK(std::set<std::string_view>(names.begin(), names.end()).size() == names.size());
  CHECK(names.back() == "reference");
}

TEST_CASE("every name gives the kernel that has it, for worlds of any size") {
  for (const std::string_view name : kernel_names())
    for (const GridSize size : {GridSize{1, 1}, {63, 2}, {64, 64}, {4161, 3}}) {
      const std::unique_ptr<Kernel> kernel = make_kernel(name, size);
      REQUIRE(kernel);
      CHECK(kernel->name() == name);
    }
}

TEST_CASE("auto is the fastest kernel") {
  const std::unique_ptr<Kernel> kernel = make_kernel("auto", {64, 64});
  REQUIRE(kernel);
  CHECK(kernel->name() == kernel_names().front());
}

TEST_CASE("any other name gives no kernel") {
  for (const std::string_view name : kernel_names()) {
    CHECK_FALSE(make_kernel(std::string(name) + "x", {8, 8}));
    CHECK_FALSE(make_kernel(name.substr(1), {8, 8}));
  }
  for (const char* name : {"", " ", "Reference", "AUTO", "auto ", "AVX9"}) CHECK_FALSE(make_kernel(name, {8, 8}));
}
