// The compression of answers, by zlib.
#include <zlib.h>
