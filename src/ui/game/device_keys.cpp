#include "ui/game/device_keys.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace quicksand {
namespace {

struct DeviceKey {
  std::string_view name;
  Device device;
};

const std::vector<DeviceKey>& device_keys() {
  static const std::vector<DeviceKey> kKeys = [] {
    std::vector<DeviceKey> keys{{kWheelUp, Device::kMouse}, {kWheelDown, Device::kMouse}};
    for (const std::string_view name : kMouseButtons) keys.push_back({name, Device::kMouse});
    for (const std::string_view name : kPadButtons) keys.push_back({name, Device::kGamepad});
    for (const std::string_view name : {kPadLeftTrigger, kPadRightTrigger}) keys.push_back({name, Device::kGamepad});
    return keys;
  }();
  return kKeys;
}

}  // namespace

Device device_of(std::string_view key) {
  const auto found = std::ranges::find_if(device_keys(), [&](const DeviceKey& each) {
    return key == each.name || (key.ends_with(each.name) && key[key.size() - each.name.size() - 1] == '+');
  });
  return found != device_keys().end() ? found->device : Device::kKeyboard;
}

std::string device_key(std::string_view text) {
  const auto found = std::ranges::find_if(device_keys(), [&](const DeviceKey& each) {
    return std::ranges::equal(text, each.name,
                              [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
  });
  return found != device_keys().end() ? std::string(found->name) : "";
}

}  // namespace quicksand
