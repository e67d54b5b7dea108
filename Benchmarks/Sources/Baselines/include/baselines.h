#ifndef DUECAL_BASELINES_H
#define DUECAL_BASELINES_H

#include <stddef.h>

/// The number of newlines in `bytes`, found with `memchr`: what any reader of lines has to do.
size_t baseline_count_newlines(const char *bytes, size_t count);

/// The values of task `index` of the workload, so that both sides of a comparison have the same ones.
struct workload_task {
  int project;
  char title[96];
  int year, month, day, hour, minute;
  int has_time;
  int priority;
  const char *tag;
};

/// Fills in task `index`; a pure function of it.
void workload_task_at(int index, struct workload_task *task);

// Counts the dates of a rule before an end, both as iCalendar writes them.
long rule_dates(const char *rule, const char *start, const char *end);
#endif
