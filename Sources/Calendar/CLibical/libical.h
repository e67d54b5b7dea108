#pragma once
// If the next line fails, libical is missing: `make setup` installs it
// (Debian and Ubuntu: apt-get install libical-dev).
#include <libical/ical.h>
