#pragma once
// What Swift's module of glibc leaves out: extended attributes, renames that replace nothing or exchange two
// files, the flag of a file without a name, to which O_DIRECTORY belongs, leases, room that is set aside, and a
// descriptor that tells when a process has ended.
#include <sys/xattr.h>

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
int fallocate(int file, int mode, long start, long length);

static const unsigned int duecal_rename_noreplace = 1;
static const unsigned int duecal_rename_exchange = 2;
static const int duecal_unnamed_file = 020000000;
static const int duecal_keep_size = 1;

static const int duecal_set_lease = 1024;
static const int duecal_get_lease = 1025;
static const int duecal_set_lease_signal = 10;

long syscall(long number, ...);

/// A descriptor that becomes readable when a process ends; -1 if the system has none (Linux before 5.3).
static inline int duecal_pidfd_open(int process) { return (int)syscall(434, process, 0); }
