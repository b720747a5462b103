/*
 * A ClickHouse server of a test: the engine in chdb's shared library as `clickhouse local`, with its own HTTP and native
 * listeners. It runs until it is killed, and on Linux until its parent ends.
 *
 *     cc -O1 -o clickhouse-node clickhouse-node.c -ldl
 *     ./clickhouse-node LIBRARY FOLDER HTTP_PORT NATIVE_PORT
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#define ARGUMENT_BYTES 4096

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "usage: clickhouse-node LIBRARY FOLDER HTTP_PORT NATIVE_PORT\n");
    return 2;
  }
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  void *library = dlopen(argv[1], RTLD_NOW);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  void *(*run)(int, char **) = (void *(*)(int, char **))dlsym(library, "chdb_query_cmdline");
  const char *(*error_of)(void *) = (const char *(*)(void *))dlsym(library, "chdb_result_error");
  if (run == NULL || error_of == NULL) {
    fprintf(stderr, "the library is not that of chdb\n");
    return 1;
  }
  char path[ARGUMENT_BYTES], http_port[ARGUMENT_BYTES], tcp_port[ARGUMENT_BYTES];
  snprintf(path, sizeof path, "--path=%s", argv[2]);
  snprintf(http_port, sizeof http_port, "--http_port=%s", argv[3]);
  snprintf(tcp_port, sizeof tcp_port, "--tcp_port=%s", argv[4]);
  /* The last statement never ends, so that the server stays. */
  char *args[] = {
      argv[0], path, http_port, tcp_port, "--listen_host=127.0.0.1", "--multiquery",
      "--query=SYSTEM START LISTEN HTTP; SYSTEM START LISTEN TCP; "
      "SELECT sleepEachRow(3) FROM system.numbers "
      "SETTINGS function_sleep_max_microseconds_per_block = 100000000000, max_block_size = 1, max_threads = 1, "
      "max_execution_time = 0 FORMAT Null"};
  void *result = run(sizeof args / sizeof *args, args);
  fprintf(stderr, "ended: %s\n", result == NULL ? "without a result" : error_of(result));
  return 1;
}
