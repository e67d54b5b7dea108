#pragma once

/// The commit that the command was built from, empty where the build was not told.
const char *duecal_commit(void);

/// The arguments that the process was started with, up to a null pointer; null where they are not known.
char *const *duecal_arguments(void);

/// The path by which the process was started, which may be a link; null where it is not known.
const char *duecal_started_path(void);

/// The number of processors on which this process may run.
int duecal_processors(void);

/// Sets how memory is requested from the system and returned to it, for the rest of the run.
///
/// - Blocks of 4 MiB and more are always returned when they are freed. glibc would keep later ones, up to 32 MiB, among
///   the small blocks, where they leave holes.
/// - Memory for other blocks is requested 1 MiB at a time, and returned only when 4 MiB are free. With the usual 128 KiB,
///   a large export returns memory that it needs again at once, and takes a tenth longer.
void duecal_set_memory_limits(void);
