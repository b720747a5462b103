import { type ComponentType, lazy } from "react";
import { noteLoaded } from "./reload.ts";

/** The code of a page did not come: the server does not answer, or has another build by now. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super("the page could not be loaded", { cause });
    this.name = "PageLoadError";
  }
}

/** A page whose code is loaded when it is first shown; shows as a `PageLoadError` where that fails. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => {
    try {
      const page = (await load())[name];
      noteLoaded();
      return { default: page };
    } catch (error) {
      throw new PageLoadError(error);
    }
  });
}
