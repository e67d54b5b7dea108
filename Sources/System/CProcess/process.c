#define _GNU_SOURCE  // for the processors of a process
#include "process.h"

#include <malloc.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/auxv.h>

#ifndef DUECAL_COMMIT
#define DUECAL_COMMIT ""
#endif

const char *duecal_commit(void) { return DUECAL_COMMIT; }

int duecal_processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static char *const *arguments = NULL;

#ifdef __GLIBC__
// Swift reads its arguments from /proc, and has none where that is not mounted. glibc hands them to
// whatever runs before main.
__attribute__((constructor)) static void keep(int count, char *const *values) {
  (void)count;
  arguments = values;
}
#endif

char *const *duecal_arguments(void) { return arguments; }

const char *duecal_started_path(void) { return (const char *)getauxval(AT_EXECFN); }

void duecal_set_memory_limits(void) {
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
}
