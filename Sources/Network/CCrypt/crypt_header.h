// The hashes of passwords, by libxcrypt.
#include <crypt.h>
