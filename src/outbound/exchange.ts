import type { Dispatcher } from "undici";
import { WEBHOOK_ANSWER_BYTES_MAX } from "../domain/limits.ts";
import { OutOfTime } from "./failures.ts";

/** One POST. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long it may take in all, in ms. */
  readonly timeout: number;
}

/** What of an answer matters. */
export interface Answer {
  readonly status: number;
  /** Where a redirect points, as it was sent. */
  readonly location: string | null;
}

/**
 * Sends one POST and waits for the end of the answer, so that its connection is free again. The status
 * decides what became of it: a body that is too long, does not end or breaks off is dropped with its
 * connection.
 *
 * Rejects with whatever kept the answer from beginning.
 */
export function exchange(dispatcher: Dispatcher, post: Post): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(post.timeout, resolve, reject);
    const { origin, pathname, search } = post.url;
    try {
      dispatcher.dispatch(
        { origin, path: pathname + search, method: "POST", headers: post.headers, body: post.body },
        exchange,
      );
    } catch (error) {
      exchange.fail(error);
    }
  });
}

/** Much leaner than undici's own `request`: it makes no stream of the body. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  #answer: Answer | null = null;
  #bytes = 0;
  #isOver = false;

  constructor(timeout: number, resolve: (answer: Answer) => void, reject: (error: unknown) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#giveUp(new OutOfTime()), Math.max(0, timeout));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Its time ran out while it waited for a connection.
    if (this.#isOver) controller.abort(new OutOfTime());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    const { location } = headers;
    this.#answer = { status, location: (Array.isArray(location) ? location[0] : location) ?? null };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > WEBHOOK_ANSWER_BYTES_MAX) this.#giveUp(new Error("its answer is too long"));
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  fail(error: unknown): void {
    this.#end(error);
  }

  #giveUp(reason: Error): void {
    this.#end(reason);
    this.#controller?.abort(reason);
  }

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#answer === null) this.#reject(error);
    else this.#resolve(this.#answer);
  }
}
