/* A disk whose every sync takes longer, as an SD card's does: put before the system's own with LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_as_asked(void) {
  const char *asked = getenv("SLOW_SYNC_MS");
  usleep(1000 * (asked ? atoi(asked) : 20));
}

int fsync(int file) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  wait_as_asked();
  return real(file);
}

int fdatasync(int file) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  wait_as_asked();
  return real(file);
}
