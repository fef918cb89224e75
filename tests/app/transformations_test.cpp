#include "app/transformations.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "io/assets.h"

using namespace quicksand;

namespace {

bool holds(const Products& products, MaterialId id) {
  return std::ranges::any_of(products, [&](const Product& product) { return product.material == id; });
}

}  // namespace

TEST_CASE("what two materials do where they meet is told of both, and no other meeting is") {
  for (const std::string& name : material_set_names()) {
    const Result<MaterialSet> set = load_materials(name);
    REQUIRE(set.ok());
    const MaterialTable& table = *set->table;
    for (int a = 1; a < table.size(); ++a) {
      const auto id = static_cast<MaterialId>(a);
      const std::vector<Transformation> all = transformations_of(table, id);
      for (int b = 0; b < table.size(); ++b) {
        const auto other = static_cast<MaterialId>(b);
        bool reacts = false;
        const auto look = [&](const Meeting& meeting) {
          reacts |= !meeting.swaps;
          return false;
        };
        table.reactions().for_each_meeting(id, other, look);
        table.reactions().for_each_meeting(other, id, look);
        INFO(table.names()[id] << " and " << table.names()[other]);
        CHECK(reacts == std::ranges::any_of(all, [&](const auto& each) { return each.partner == other; }));
      }
      for (const Transformation& each : all) {
        CHECK(each.material == id);
        CHECK_FALSE(each.how.empty());
      }
    }
  }
}

TEST_CASE("what makes a material is what any other becomes it by") {
  const Result<MaterialSet> set = load_materials("core");
  REQUIRE(set.ok());
  const MaterialTable& table = *set->table;
  for (int a = 2; a < table.size(); ++a) {
    const auto id = static_cast<MaterialId>(a);
    const std::vector<Transformation> makers = transformations_into(table, id);
    for (int b = 1; b < table.size(); ++b)
      for (const Transformation& each : transformations_of(table, static_cast<MaterialId>(b)))
        if (b != a && holds(each.into, id)) CHECK(std::ranges::find(makers, each) != makers.end());
  }
  const std::vector<Transformation> glass = transformations_into(table, *table.find("glass"));
  CHECK(std::ranges::any_of(glass, [&](const Transformation& each) {
    return each.material == table.find("sand") && !each.partner && each.cause == "heat";
  }));
}
