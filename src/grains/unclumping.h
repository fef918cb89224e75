// Un-clumping: airborne grains that have gathered on a surface are spread out along it.
//
// The surface is a mesh of faces of any shape: a chain in a world seen from the side, squares of a height field in one
// seen from above. Where more grains have been projected on a face than it has room for, a pressure p spreads over the
// faces around, the smallest that makes room for all: it minimises 1/2 p'Ap + b'p with p >= 0, where A is the Laplacian
// of the mesh and b the room that is left on each face. Across an edge grains move from the higher pressure to the
// lower one, as many as the pressures' difference over the distance of the faces' middles; those first that are nearest
// to the edge, as if by inverse squares, from middle to middle. They are displaced, not pushed. A face without pressure
// keeps its grains as they are.
//
// The source scales each vector with the larger of the two pressures instead of the difference, and moves every grain
// of a face by the same field. That thins clumps out without end: from 44 grains a face it still left 31, where 20 were
// allowed, after 80 passes. Whole grains in the numbers that the pressures ask for are right after one.
//
// Deterministic: one order of all sums, no function of the mathematical library.
//
// Sources: Kevin Munns, "Gaseous Particulate Interaction in a 3-Phase Granular Simulation" (2015); the minimisation as
// in Rahul Narain, Abhinav Golas, Ming C. Lin, "Free-Flowing Granular Materials with Two-Way Solid Coupling" (2010).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tick_events.h"

namespace quicksand {

inline constexpr uint32_t kNoFace = 0xffff'ffff;

struct Place {
  float x;
  float y;
  float z;
};

struct SurfaceFace {
  Place middle;
  float room;                      // how many grains it may hold: the limit times its area
  std::array<uint32_t, 4> beside;  // the faces that share an edge with it, and it with them; kNoFace: no edge
};

class Unclumping {
 public:
  // Displaces grains, each across at most `most_steps` edges; what still is too dense then needs another call. `places`
  // and `faces` have an item for each grain: where it is, and on which face, or kNoFace. Both are brought up to date.
  ClumpCounts run(std::span<const SurfaceFace> surface, std::span<Place> places, std::span<uint32_t> faces, int most_steps);

 private:
  // Those of a face, without the missing ones.
  struct Edges {
    uint32_t to[4];
    float weight[4];   // in the Laplacian: one over the distance of the middles
    float relaxation;  // over the sum of the weights
    int count;
  };

  uint64_t too_many(std::span<const SurfaceFace> surface, std::span<const uint32_t> faces);
  void list(std::span<const SurfaceFace> surface, uint32_t face);
  bool find_pressure(std::span<const SurfaceFace> surface);
  bool make_room(std::span<const SurfaceFace> surface);
  void list_grains(std::span<const uint32_t> faces);
  void send_off(std::span<const SurfaceFace> surface, uint32_t from, std::span<Place> places, std::span<uint32_t> faces,
                int most_steps);

  std::vector<uint32_t> count_;     // of grains on each face
  std::vector<float> room_;         // on each face
  std::vector<float> pressure_;     // of each face
  std::vector<uint8_t> is_listed_;  // of each face: in pressed_
  std::vector<uint32_t> pressed_;   // the faces that can have a pressure
  std::vector<Edges> edges_;        // of each listed face
  std::vector<uint32_t> together_;  // faces that hang together
  std::vector<uint32_t> first_;     // grain on each face that has not sent any off, linked by next_
  std::vector<uint32_t> next_;      // of each grain
  std::vector<uint8_t> steps_;      // of each grain
  // Grains, and above them the bits of how far from an edge they are, squared: these order as the numbers do.
  std::vector<uint64_t> leaving_;
};

}  // namespace quicksand
