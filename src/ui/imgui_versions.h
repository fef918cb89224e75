// What differs between the versions of Dear ImGui that the game builds with, 1.86 to 1.91.
#pragma once

#include <imgui.h>

#if IMGUI_VERSION_NUM >= 18903
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif

namespace quicksand {

// From 1.87 on the backend hands events over one by one. Before, it asks at each frame where the pointer is by then,
// and which buttons and modifiers are down, so that a fast click is lost or comes elsewhere.
inline constexpr bool kImGuiQueuesEvents = IMGUI_VERSION_NUM >= 18700;

inline bool is_key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyPressed(key);
#else
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

// Before a frame begins, and after the backend has said where it is.
inline void put_pointer(ImVec2 at) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
#else
  ImGui::GetIO().MousePos = at;
#endif
}

// Between frames. Older versions are told at each frame which buttons are down.
inline void put_left_button([[maybe_unused]] bool down) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, down);
#endif
}

inline void put_wheel(float steps) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseWheelEvent(0, steps);
#else
  ImGui::GetIO().MouseWheel += steps;
#endif
}

}  // namespace quicksand
