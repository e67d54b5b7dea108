#pragma once
// What Swift's module of glibc leaves out: extended attributes, and a rename that replaces nothing.
#include <sys/xattr.h>

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);

static const unsigned int duecal_rename_noreplace = 1;
