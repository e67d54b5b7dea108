#include "baselines.h"

#include <libical/ical.h>

// Counts the dates of a rule before an end, as libical makes them.
long rule_dates(const char *rule, const char *start, const char *end) {
  struct icalrecurrencetype recurrence = icalrecurrencetype_from_string(rule);
  struct icaltimetype first = icaltime_from_string(start), last = icaltime_from_string(end);
  icalrecur_iterator *iterator = icalrecur_iterator_new(recurrence, first);
  if (!iterator) return 0;
  long count = 0;
  struct icaltimetype next = icalrecur_iterator_next(iterator);
  while (!icaltime_is_null_time(next) && icaltime_compare(next, last) < 0) {
    count++;
    next = icalrecur_iterator_next(iterator);
  }
  icalrecur_iterator_free(iterator);
  return count;
}
