// The import baseline: reads a calendar with libical alone, as a C program would; with a second argument
// it changes the summary of one item, prints all and writes the file.
//
// usage: libical-import FILE [OUTPUT]
#include <fcntl.h>
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  if (fread(text, 1, (size_t)size, file) != (size_t)size) exit(2);
  text[size] = 0;
  fclose(file);
  return text;
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  char *text = contents(arguments[1]);
  icalcomponent *calendar = icalparser_parse_string(text);
  if (!calendar) return 2;
  if (count > 2) {
    icalcomponent *item = icalcomponent_get_first_component(calendar, ICAL_VTODO_COMPONENT);
    icalcomponent_set_summary(item, "changed");
    char *printed = icalcomponent_as_ical_string_r(calendar);
    int output = open(arguments[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    size_t length = strlen(printed);
    if (write(output, printed, length) != (ssize_t)length || fsync(output)) return 2;
    close(output);
    free(printed);
  }
  printf("%d\n", icalcomponent_count_components(calendar, ICAL_VTODO_COMPONENT));
  icalcomponent_free(calendar);
  free(text);
  return 0;
}
