import { FAILED } from "./console.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Called before an interrupted process ends, the latest first. */
const handlers: (() => void)[] = [];

function end(): void {
  for (const handler of handlers.toReversed()) handler();
  process.exit(FAILED);
}

/**
 * Has a handler called before Ctrl-C or SIGTERM ends the process with code 1. The latest handler is called first.
 *
 * @returns how to remove the handler; without any handler the signals end the process as they do by default
 */
export function onInterrupt(handler: () => void): () => void {
  if (handlers.length === 0) for (const signal of SIGNALS) process.on(signal, end);
  handlers.push(handler);
  return () => {
    const index = handlers.indexOf(handler);
    if (index !== -1) handlers.splice(index, 1);
    if (handlers.length === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
}
