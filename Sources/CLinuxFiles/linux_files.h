#pragma once
// What Swift's module of glibc leaves out: extended attributes, a rename that replaces nothing, and
// the flag of a file without a name, to which O_DIRECTORY belongs.
#include <sys/xattr.h>

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);

static const unsigned int duecal_rename_noreplace = 1;
static const int duecal_unnamed_file = 020000000;
