// The export baseline: builds the components that duecal builds for the workload, as a C program
// would, with libical alone; prints them, writes the file and syncs it.
//
// usage: libical-export COUNT FILE
#include "baselines.h"

#include <fcntl.h>
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add(icalcomponent *component, icalproperty *property) {
  icalcomponent_add_property(component, property);
}

static void add_extension(icalcomponent *component, const char *name, const char *value) {
  icalproperty *property = icalproperty_new_x(value);
  icalproperty_set_x_name(property, name);
  add(component, property);
}

static icalproperty *due(const struct workload_task *task) {
  struct icaltimetype time = icaltime_null_time();
  time.year = task->year;
  time.month = task->month;
  time.day = task->day;
  time.is_date = !task->has_time;
  if (!task->has_time) return icalproperty_new_due(time);
  time.hour = task->hour;
  time.minute = task->minute;
  icalproperty *property = icalproperty_new_due(time);
  icalproperty_add_parameter(property, icalparameter_new_tzid("Europe/Berlin"));
  return property;
}

static void line_of(const struct workload_task *task, char *line, size_t size) {
  char date[32], priority[16] = "";
  int length = snprintf(date, sizeof date, "%04d-%02d-%02d", task->year, task->month, task->day);
  if (task->has_time)
    snprintf(date + length, sizeof date - (size_t)length, " %02d:%02d", task->hour, task->minute);
  if (task->priority) snprintf(priority, sizeof priority, " @priority(%d)", task->priority);
  snprintf(line, size, "- %s @due(%s)%s @%s", task->title, date, priority, task->tag);
}

static icalcomponent *to_do(int index) {
  struct workload_task task;
  char text[256], project[32];
  workload_task_at(index, &task);
  snprintf(project, sizeof project, "Project %d", task.project);
  icalcomponent *component = icalcomponent_new(ICAL_VTODO_COMPONENT);
  snprintf(text, sizeof text, "b48c23c5-fdbf-8b34-a81f-%012x", (unsigned)index * 2654435761u);
  add(component, icalproperty_new_uid(text));
  struct icaltimetype stamp = icaltime_from_string("20261121T045332Z");
  add(component, icalproperty_new_dtstamp(stamp));
  add(component, icalproperty_new_lastmodified(stamp));
  add(component, icalproperty_new_sequence(0));
  add(component, icalproperty_new_summary(task.title));
  add(component, due(&task));
  if (task.priority) add(component, icalproperty_new_priority(task.priority * 4 - 3));
  snprintf(text, sizeof text, "%s,%s", task.tag, project);
  add(component, icalproperty_new_categories(text));
  line_of(&task, text, sizeof text);
  add_extension(component, "X-DUECAL-LINE", text);
  add_extension(component, "X-DUECAL-PATH", project);
  snprintf(text, sizeof text, "7cc1cba101c48f8ec007b22e%08x", (unsigned)index * 2654435761u);
  add_extension(component, "X-DUECAL-KEY", text);
  return component;
}

static int write_all(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  size_t left = strlen(text);
  while (file >= 0 && left > 0) {
    ssize_t written = write(file, text, left);
    if (written <= 0) return 74;
    text += written;
    left -= (size_t)written;
  }
  return file < 0 || fsync(file) != 0 || close(file) != 0 ? 74 : 0;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  icalcomponent *calendar = icalcomponent_new(ICAL_VCALENDAR_COMPONENT);
  add(calendar, icalproperty_new_version("2.0"));
  add(calendar, icalproperty_new_prodid("-//duecal//baseline//EN"));
  icalcomponent_add_component(
      calendar,
      icalcomponent_new_clone(
          icaltimezone_get_component(icaltimezone_get_builtin_timezone("Europe/Berlin"))));
  int tasks = atoi(arguments[1]);
  for (int index = 0; index < tasks; index += 1)
    icalcomponent_add_component(calendar, to_do(index));
  char *text = icalcomponent_as_ical_string_r(calendar);
  int status = write_all(arguments[2], text);
  icalmemory_free_buffer(text);
  icalcomponent_free(calendar);
  return status;
}
