#include "platform/page.h"

namespace quicksand {

std::optional<PageWish> page_wish(const SDL_Event&) { return std::nullopt; }
void hand_out(const std::filesystem::path&) {}
void put_in_address(const std::filesystem::path&, const std::filesystem::path&) {}

}  // namespace quicksand
