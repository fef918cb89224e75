#include "io/property_writer.h"

#include <utility>

namespace quicksand {

Json pair_as_json(int64_t first, int64_t second) { return {first, second}; }
Json pair_as_json(double first, double second) { return {first, second}; }

Json colour_as_json(Rgb colour) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "#";
  for (const uint8_t part : {colour.r, colour.g, colour.b}) (text += kDigits[part >> 4]) += kDigits[part & 15];
  return text;
}

Json tags_as_json(const std::vector<std::string>& tags) { return tags.empty() ? Json() : Json(tags); }

Json rarities_as_json(const std::vector<Dissolves>& rarities, std::span<const std::string> names) {
  Json object;
  for (const Dissolves& entry : rarities) object[names[entry.victim]] = entry.rarity;
  return object;
}

Json products_as_json(const Products& products, std::span<const std::string> names) {
  const auto name_of = [&](const Product& product) {
    return product.material == kSame ? std::string(kSameWord) : names[product.material];
  };
  if (products.empty()) return kSameWord;
  if (products.size() == 1) return name_of(products[0]);
  Json object;
  for (const Product& product : products) object[name_of(product)] = product.weight;
  return object;
}

Json both_as_json(const std::array<Products, 2>& products, std::span<const std::string> names) {
  return {products_as_json(products[0], names), products_as_json(products[1], names)};
}

Json heat_as_json(const std::array<int, 2>& heat) {
  if (heat == std::array<int, 2>{}) return nullptr;
  const auto kelvins = [](int units) { return static_cast<double>(units) / kUnitsPerKelvin; };
  return {kelvins(heat[0]), kelvins(heat[1])};
}

void put_value(std::string_view key, Json value, Json& object) {
  if (!value.is_null()) object[std::string(key)] = std::move(value);
}

void drop_idle(std::string_view key, const PropertyConditions& conditions, Json& object) {
  bool is_idle = !conditions.needs.empty() && !object.contains(conditions.needs);
  for (const std::string_view other : conditions.excludes) is_idle |= object.contains(other);
  if (is_idle) object.erase(std::string(key));
}

}  // namespace quicksand
