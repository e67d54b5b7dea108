#include "baselines.h"

#include <stdio.h>

static const char *verbs[] = {"Write", "Call", "Mend", "Order", "Read", "Plan", "Pay", "Send"};
static const char *things[] = {"the report",  "Ann about the house", "the garden gate",
                               "new tyres",   "chapter nine, again", "the journey to Köln",
                               "the invoice", "a letter; the long one"};
static const char *tags[] = {"home", "work", "phone", "errand"};

void workload_task_at(int index, struct workload_task *task) {
  task->project = index / 20;
  snprintf(task->title, sizeof task->title, "%s %s (%d)", verbs[index % 8],
           things[(index / 8) % 8], index);
  task->year = 2024 + index % 5;
  task->month = 1 + (index / 5) % 12;
  task->day = 1 + (index / 60) % 28;
  task->hour = 7 + index % 13;
  task->minute = 15 * (index % 4);
  task->has_time = index % 2;
  task->priority = index % 3 ? 0 : 1 + (index / 3) % 3;
  task->tag = tags[index % 4];
}
