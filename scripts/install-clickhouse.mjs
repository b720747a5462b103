/** Installs the packages, then the ClickHouse that tests and benchmarks run. Prints one line if that fails. */
import { prepare } from "./prepare.mjs";

await prepare();

const { register } = await import("tsx/esm/api");
register();
const { install } = await import("./peer-packages.ts");
try {
  install("clickhouse");
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
