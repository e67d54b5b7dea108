#include "no_icu_data.h"

#include <stdint.h>

// Foundation brings the data of ICU, which is 34 MB of languages, calendars and time zones. Nothing here asks
// for them, so the commands are linked with an empty table in their place. ICU reads it like its own, and finds
// no entry. Another version of Foundation has another name for its table; then it is linked as usual.
__attribute__((visibility("hidden"))) const struct {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved;
  uint8_t is_big_endian, charset, bytes_of_character, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  uint8_t padding[8];
  uint32_t count, more;
  uint32_t rest[4];
} icudt76_dat __attribute__((aligned(16))) = {
    .header_size = 32,
    .magic = {0xDA, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .bytes_of_character = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1, 0, 0, 0},
};
