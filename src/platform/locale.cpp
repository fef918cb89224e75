#include "platform/locale.h"

#include <SDL.h>

#include <memory>

namespace quicksand {

std::vector<std::string> preferred_languages() {
  std::vector<std::string> languages;
  const std::unique_ptr<SDL_Locale, void (*)(void*)> locales(SDL_GetPreferredLocales(), SDL_free);
  for (const SDL_Locale* each = locales.get(); each && each->language; ++each)
    languages.push_back(each->country ? std::string(each->language) + "-" + each->country : each->language);
  return languages;
}

}  // namespace quicksand
