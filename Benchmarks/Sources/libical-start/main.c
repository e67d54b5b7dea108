// The start-up baseline: a C program that is linked with libical and asks it something.
#include <libical/ical.h>
#include <stdio.h>

int main(void) {
  icalcomponent *calendar = icalcomponent_new(ICAL_VCALENDAR_COMPONENT);
  puts(calendar ? "libical " ICAL_VERSION : "no memory");
  icalcomponent_free(calendar);
  return 0;
}
