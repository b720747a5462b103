import type { Dispatcher } from "undici";
import { WEBHOOK_ANSWER_BYTES_MAX } from "../domain/limits.ts";
import { CallTimeout } from "./failures.ts";

/** A POST request. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long the whole exchange may take, in ms. */
  readonly timeout: number;
}

/** The relevant parts of a response. */
export interface Answer {
  readonly status: number;
  /** The location header of a redirect, unparsed. */
  readonly location: string | null;
}

/**
 * Sends one POST and waits for the end of the response, after which the connection can be reused. The status decides
 * the result: if the body is too long, does not end or breaks off, only the connection is closed.
 *
 * Rejects if the response does not begin.
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

/** Needs much less than undici's `request`, because it creates no stream for the body. */
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
    this.#timer = setTimeout(() => this.#abort(new CallTimeout()), Math.max(0, timeout));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The timeout has passed while the request waited for a connection.
    if (this.#isOver) controller.abort(new CallTimeout());
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
    if (this.#bytes > WEBHOOK_ANSWER_BYTES_MAX) this.#abort(new Error("the response is too long"));
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

  #abort(reason: Error): void {
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
