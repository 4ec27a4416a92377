/*
 * A hand-off's blocks moved by memcpy, one call a block, as a process that times itself.
 *
 * Started with the path of a file of little-endian 64-bit numbers: source bytes, destination bytes, blocks, then source offset, destination offset and bytes of each block. Speaks one line
 * of JSON for each line of it: first {"compiler": version}, then {"seconds": for all n} for {"time": ..., "repeats": n}, and {"wrong": blocks that did not arrive} for {"check": true}.
 * {"time": "whole", ...} times one memcpy of as many bytes as all blocks have.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  uint64_t src, dst, bytes;
} Block;

static uint64_t read_number(FILE *file) {
  uint64_t value;
  if (fread(&value, sizeof value, 1, file) != 1) exit(1);
  return value;
}

static void move(unsigned char *dst, const unsigned char *src, const Block *blocks, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) memcpy(dst + blocks[i].dst, src + blocks[i].src, blocks[i].bytes);
}

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (file == NULL) return 2;
  const uint64_t src_bytes = read_number(file), dst_bytes = read_number(file), count = read_number(file);
  unsigned char *src = malloc(src_bytes), *dst = malloc(dst_bytes);
  Block *blocks = malloc(count * sizeof *blocks);
  if (src == NULL || dst == NULL || blocks == NULL) return 1;
  if (fread(blocks, sizeof *blocks, count, file) != count) return 1;
  fclose(file);
  uint64_t all_bytes = 0;
  for (uint64_t i = 0; i < count; i++) all_bytes += blocks[i].bytes;
  if (all_bytes > src_bytes || all_bytes > dst_bytes) return 1;
  for (uint64_t i = 0; i < src_bytes / 4; i++) ((uint32_t *)src)[i] = (uint32_t)i;
  memset(dst, 1, dst_bytes);
  printf("{\"compiler\": \"%s\"}\n", __VERSION__);
  fflush(stdout);
  char line[256];
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (strstr(line, "check") != NULL) {
      uint64_t wrong = 0;
      memset(dst, 1, dst_bytes);
      move(dst, src, blocks, count);
      for (uint64_t i = 0; i < count; i++) wrong += memcmp(dst + blocks[i].dst, src + blocks[i].src, blocks[i].bytes) != 0;
      printf("{\"wrong\": %llu}\n", (unsigned long long)wrong);
    } else {
      const char *field = strstr(line, "\"repeats\":");
      const long repeats = field == NULL ? 0 : strtol(field + strlen("\"repeats\":"), NULL, 10);
      const int whole = strstr(line, "whole") != NULL;
      const double start = now();
      for (long i = 0; i < repeats; i++) {
        if (whole) memcpy(dst, src, all_bytes);
        else move(dst, src, blocks, count);
      }
      printf("{\"seconds\": %.9f}\n", now() - start);
    }
    fflush(stdout);
  }
  return 0;
}
