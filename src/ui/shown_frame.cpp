#include "ui/shown_frame.h"

#include <algorithm>
#include <cstring>

namespace quicksand {
namespace {

bool is_same(const ImDrawCmd& a, const ImDrawCmd& b) {
  return std::memcmp(&a.ClipRect, &b.ClipRect, sizeof a.ClipRect) == 0 && a.TextureId == b.TextureId &&
         a.VtxOffset == b.VtxOffset && a.IdxOffset == b.IdxOffset && a.ElemCount == b.ElemCount &&
         a.UserCallback == b.UserCallback && a.UserCallbackData == b.UserCallbackData;
}
bool is_same(const ImDrawVert& a, const ImDrawVert& b) {
  return a.pos.x == b.pos.x && a.pos.y == b.pos.y && a.uv.x == b.uv.x && a.uv.y == b.uv.y && a.col == b.col;
}
bool is_same(ImDrawIdx a, ImDrawIdx b) { return a == b; }

// Whether they differ; `kept` is what `now` is, afterwards.
template <class T>
bool take_over(const ImVector<T>& now, std::vector<T>& kept) {
  if (std::equal(now.begin(), now.end(), kept.begin(), kept.end(),
                 [](const T& a, const T& b) { return is_same(a, b); }))
    return false;
  kept.assign(now.begin(), now.end());
  return true;
}

}  // namespace

bool ShownFrame::take(const ImDrawData& panels, const Colour& ground, GridSize pixels) {
  const auto count = static_cast<size_t>(panels.CmdListsCount);
  bool differs = !(pixels == pixels_) || !(ground == ground_) || panels_.size() != count;
  pixels_ = pixels;
  ground_ = ground;
  panels_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const ImDrawList& list = *panels.CmdLists[i];
    differs |= take_over(list.VtxBuffer, panels_[i].corners);
    differs |= take_over(list.IdxBuffer, panels_[i].indices);
    differs |= take_over(list.CmdBuffer, panels_[i].commands);
  }
  return differs;
}

}  // namespace quicksand
