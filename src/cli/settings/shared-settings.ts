import { value, webAddress } from "./setting-types.ts";

/** Settings that several commands have. */
export const DATA_DIR = value("<directory>", "data directory to use");
export const URL = value("<address>", "use the running server at this address instead", { read: webAddress });
export const TOKEN = value("<token>", "token for the server");

/** For commands that work on a data directory or through a server. */
export const TARGET = { dataDir: DATA_DIR, url: URL, token: TOKEN } as const;
