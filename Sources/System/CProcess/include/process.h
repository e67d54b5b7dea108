#pragma once

/// The commit that the command was built from, empty where the build was not told.
const char *duecal_commit(void);

/// The arguments that the process was started with, up to a null pointer; null where they are not known.
char *const *duecal_arguments(void);

/// The number of processors on which this process may run.
int duecal_processors(void);

/// From now on a large array that was outgrown goes back to the system: glibc would keep the next ones up to
/// 32 MiB among the small blocks, where they leave holes.
void duecal_return_large_blocks(void);
