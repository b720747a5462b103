import { type ComponentType, lazy } from "react";
import { noteLoaded } from "./reload.ts";

/** The code of a page could not be loaded: the server does not respond, or has another build. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super("the page could not be loaded", { cause });
    this.name = "PageLoadError";
  }
}

/** The timeout for the code of a page. */
const LOAD_MS = 30_000;

/** A page whose code is loaded when it is first shown. Throws a `PageLoadError` if that fails. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => {
    try {
      const page = (await within(load(), LOAD_MS))[name];
      noteLoaded();
      return { default: page };
    } catch (error) {
      throw new PageLoadError(error);
    }
  });
}

function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
