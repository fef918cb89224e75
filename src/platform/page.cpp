#include "platform/page.h"

namespace quicksand {

GridSize least_window_size() { return {640, 400}; }
std::optional<PageWish> page_wish(const SDL_Event&) { return std::nullopt; }
void hand_out(const std::filesystem::path&) {}
void put_in_address(const std::filesystem::path&, const std::filesystem::path&) {}

}  // namespace quicksand
