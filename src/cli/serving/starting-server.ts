import { type Listener, listen } from "./listen.ts";

/** Says what the server does, in a sentence without its full stop. */
export type Say = (doing: string) => void;

/**
 * Answers requests with 503 and what the server does, while it does what it cannot serve before. A server that gets a
 * free port does not listen yet: its address is not known to clients.
 *
 * @throws HeadcountError `unavailable` if the port cannot be used; what the work throws
 */
export async function whileStarting<T>(listener: Listener, work: (say: Say) => Promise<T>): Promise<T> {
  let doing = "the server is starting";
  const say: Say = (text) => {
    doing = text;
  };
  if (listener.port === 0) return work(say);
  const { buildStartingApp } = await import("../../http/starting-app.ts");
  const app = buildStartingApp(() => doing);
  try {
    await listen(app, listener);
    return await work(say);
  } finally {
    await app.close();
  }
}
