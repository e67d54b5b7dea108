// Answers what moments rules have, as libical makes them: `moments limit start rule`, or `days …`, a line
// each. One that takes too long ends the program, as libical has no way to be stopped.
#include <libical/ical.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static void limit_time(long microseconds) {
  struct itimerval limit = {{0, 0}, {microseconds / 1000000, microseconds % 1000000}};
  setitimer(ITIMER_VIRTUAL, &limit, NULL);
}

static void answer(int is_day, long limit, long second, const char *rule) {
  struct icalrecurrencetype recurrence = icalrecurrencetype_from_string(rule);
  struct icaltimetype start = icaltime_from_timet_with_zone(second, is_day, NULL);
  icalrecur_iterator *iterator =
      recurrence.freq == ICAL_NO_RECURRENCE ? NULL : icalrecur_iterator_new(recurrence, start);
  if (!iterator) {
    fputs("refused", stdout);
    return;
  }
  struct icaltimetype next = icalrecur_iterator_next(iterator);
  for (long count = 0; count < limit && !icaltime_is_null_time(next); count++) {
    printf(count ? ",%ld" : "%ld", (long)icaltime_as_timet(next));
    next = icalrecur_iterator_next(iterator);
  }
  icalrecur_iterator_free(iterator);
}

int main(int count, char **arguments) {
  long patience = count > 1 ? atol(arguments[1]) : 1000000;
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    char kind[16], rule[4096];
    long limit, start;
    if (sscanf(line, "%15s %ld %ld %4095s", kind, &limit, &start, rule) != 4) continue;
    limit_time(patience);
    answer(strcmp(kind, "days") == 0, limit, start, rule);
    limit_time(0);
    putchar('\n');
    fflush(stdout);
  }
  free(line);
  return 0;
}
