// Any text as a set of materials. One that is good is written and read again, and must have the same rules.
#include "fuzz/fuzzer.h"
#include "io/material_file.h"

using namespace quicksand;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Result<MaterialSet> set = parse_materials(text_of(data, size), "fuzz.json");
  if (!set) {
    check_message(set.failure());
    return 0;
  }
  const Result<MaterialSet> again = parse_materials(material_text(*set), "again.json");
  QS_CHECK(again.ok(), "a set that was written cannot be read");
  QS_CHECK(again->table->hash() == set->table->hash(), "a set that was written is another");
  return 0;
}
