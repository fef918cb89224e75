// The last step from light to the screen's colours.

// Up to here colours are as the file has them; what is brighter is pressed together below white. Each channel by
// itself, so that what is very bright turns yellow, then white.
const float kKnee = 0.6;

vec3 tone(vec3 radiance) {
  vec3 over = max(radiance - kKnee, 0.0) / (1.0 - kKnee);
  return min(radiance, kKnee) + (1.0 - kKnee) * over / (over + 1.0);
}

// Between 0 and 1, evenly, and unlike that of all pixels near by. Source: Jorge Jimenez, "Next Generation Post
// Processing in Call of Duty: Advanced Warfare" (2014).
float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }
