// Any bytes as JSON.
#include "fuzz/fuzzer.h"
#include "io/json_document.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto document = quicksand::parse_json(quicksand::text_of(data, size), "fuzz.json");
  if (!document) quicksand::check_message(document.failure());
  return 0;
}
