#pragma once

/// The commit that the command was built from, empty where the build was not told.
const char *duecal_commit(void);

/// The arguments that the process was started with, up to a null pointer; null where they are not known.
char *const *duecal_arguments(void);
