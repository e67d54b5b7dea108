#include "baselines.h"

#include <string.h>

size_t baseline_count_newlines(const char *bytes, size_t count) {
  const char *end = bytes + count;
  size_t lines = 0;
  while (bytes < end) {
    const char *found = memchr(bytes, '\n', (size_t)(end - bytes));
    if (!found) break;
    lines += 1;
    bytes = found + 1;
  }
  return lines;
}
