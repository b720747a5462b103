import { FAILED } from "./exit-codes.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** What is done before an interrupted process ends, the latest first. */
const farewells: (() => void)[] = [];

function end(): void {
  for (const farewell of farewells.toReversed()) farewell();
  process.exit(FAILED);
}

/**
 * Does something before the process ends with code 1 because of Ctrl-C or SIGTERM. What was asked for last is done
 * first.
 *
 * @returns how to stop waiting for that; without any such function the signals end the process as they do by default
 */
export function onInterrupt(farewell: () => void): () => void {
  if (farewells.length === 0) for (const signal of SIGNALS) process.on(signal, end);
  farewells.push(farewell);
  return () => {
    const index = farewells.indexOf(farewell);
    if (index !== -1) farewells.splice(index, 1);
    if (farewells.length === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
}
