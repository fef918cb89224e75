#include "core/language.h"

#include <algorithm>
#include <cctype>
#include <list>

namespace quicksand {
namespace {

std::atomic<const Language*> spoken = nullptr;

const std::string* find(std::string_view english) {
  const Language* const language = spoken.load(std::memory_order_acquire);
  if (!language) return nullptr;
  const auto found = language->texts.find(english);
  return found != language->texts.end() ? &found->second : nullptr;
}

bool is_any(char c, std::string_view of) { return of.find(c) != std::string_view::npos; }

// The conversion that begins at the sign at `at`.
std::string_view conversion_at(std::string_view text, size_t at) {
  size_t end = at + 1;
  while (end < text.size() && is_any(text[end], "-+ #0123456789.*hljztL")) ++end;
  return text.substr(at, end + 1 - at);
}

bool is_name(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

}  // namespace

void speak(Language language) {
  static std::list<Language> kept;
  kept.push_back(std::move(language));
  spoken.store(&kept.back(), std::memory_order_release);
}

void speak_english() { spoken.store(nullptr, std::memory_order_release); }

const char* said(const char* english) {
  const std::string* const text = find(english);
  return text ? text->c_str() : english;
}

std::string_view said(std::string_view english) {
  const std::string* const text = find(english);
  return text ? std::string_view(*text) : english;
}

std::string said(const std::string& english) {
  const std::string* const text = find(english);
  return text ? *text : english;
}

std::string said(std::string_view english, std::initializer_list<std::string_view> values) {
  std::string filled;
  for (std::string_view text = said(english); !text.empty();) {
    const bool is_place = text.size() > 2 && text[0] == '{' && text[2] == '}' && text[1] > '0' && text[1] <= '9';
    const auto number = static_cast<size_t>(is_place ? text[1] - '1' : 0);
    const bool has_value = is_place && number < values.size();
    filled += has_value ? values.begin()[number] : text.substr(0, 1);
    text.remove_prefix(has_value ? 3 : 1);
  }
  return filled;
}

std::string said_name(std::string_view name) {
  std::string shown(name);
  if (!shown.empty()) shown[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(shown[0])));
  std::ranges::replace(shown, '-', ' ');
  const std::string* const text = find(shown);
  return text ? *text : std::string(name);
}

std::vector<std::string> placeholders_of(std::string_view text) {
  std::vector<std::string> conversions;
  std::vector<std::string> names;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t close = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
    if (close != std::string_view::npos && is_name(text.substr(at + 1, close - at - 1)))
      names.emplace_back(text.substr(at, close + 1 - at));
    if (text[at] != '%') continue;
    conversions.emplace_back(conversion_at(text, at));
    at += conversions.back().size() - 1;
  }
  std::ranges::sort(names);
  conversions.insert(conversions.end(), names.begin(), names.end());
  return conversions;
}

}  // namespace quicksand
