#include "platform/locale.h"

#include <SDL.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace quicksand {
namespace {

std::string of_environment(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody changes it
  return value ? value : "";
}

// "de_AT.UTF-8@euro" as "de-AT".
std::string language_of(std::string_view locale) {
  std::string language(locale.substr(0, locale.find_first_of(".@")));
  for (char& letter : language)
    if (letter == '_') letter = '-';
  return language;
}

// By POSIX ("Environment Variables"), and by gettext, where LANGUAGE has several, unless none is wanted at all.
std::vector<std::string> by_environment() {
  std::string locale;
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (locale.empty()) locale = of_environment(name);
  if (locale.empty()) return {};
  const std::string language = language_of(locale);
  if (language == "C" || language == "POSIX") return {"en"};
  std::vector<std::string> languages;
  const std::string liked = of_environment("LANGUAGE") + ":" + locale;
  for (size_t at = 0; at <= liked.size();) {
    const size_t end = std::min(liked.find(':', at), liked.size());
    if (end > at) languages.push_back(language_of(std::string_view(liked).substr(at, end - at)));
    at = end + 1;
  }
  return languages;
}

}  // namespace

std::vector<std::string> preferred_languages() {
  std::vector<std::string> languages = by_environment();
  if (!languages.empty()) return languages;
  const std::unique_ptr<SDL_Locale, void (*)(void*)> locales(SDL_GetPreferredLocales(), SDL_free);
  for (const SDL_Locale* each = locales.get(); each && each->language; ++each)
    languages.push_back(each->country ? std::string(each->language) + "-" + each->country : each->language);
  return languages;
}

}  // namespace quicksand
