import type { Command } from "commander";
import { HeadcountError } from "../domain/errors.ts";
import { RemoteServer } from "./remote-server.ts";

/** What a command works on: a data directory, or a running server. */
export type Target =
  | { readonly kind: "directory"; readonly directory: string }
  | { readonly kind: "server"; readonly server: RemoteServer };

interface TargetOptions {
  readonly dataDir?: string;
  readonly url?: string;
  readonly token?: string;
}

/**
 * The target that the settings name; flags take precedence over environment variables.
 *
 * @throws HeadcountError `invalid` if they name none, or two
 */
export function chooseTarget(command: Command, { dataDir, url, token }: TargetOptions): Target {
  const isFlag = (name: string) => command.getOptionValueSource(name) === "cli";
  if (isFlag("dataDir") && isFlag("url")) throw usage("give either --data-dir or --url, not both");
  if (url !== undefined && !isFlag("dataDir")) {
    if (token === undefined) throw usage("--url needs --token");
    return { kind: "server", server: new RemoteServer(url, token) };
  }
  if (dataDir === undefined)
    throw usage("no data directory given: use --data-dir <directory>, or --url <address> --token <token>");
  return { kind: "directory", directory: dataDir };
}

/** A usage error. */
export function usage(message: string): HeadcountError {
  return new HeadcountError("invalid", message);
}
