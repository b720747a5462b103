import type { Command } from "commander";
import { HeadcountError } from "../domain/errors.ts";
import { option, webAddress } from "./options.ts";
import { RemoteServer } from "./remote-server.ts";

/** Where a command works: on a data directory, or through a running server. */
export type Target =
  | { readonly kind: "directory"; readonly directory: string }
  | { readonly kind: "server"; readonly server: RemoteServer };

export interface TargetOptions {
  readonly dataDir?: string;
  readonly url?: string;
  readonly token?: string;
}

/** Adds the flags that say where a command works. */
export function addTargetOptions(command: Command): Command {
  return addFlags(command, true);
}

/** The same for a command that works on a directory alone, and says of a server what to do instead. */
export function addDirectoryOptions(command: Command): Command {
  return addFlags(command, false);
}

function addFlags(command: Command, areServersShown: boolean): Command {
  return command
    .addOption(option("--data-dir <directory>", "the data directory to work on"))
    .addOption(
      option("--url <address>", "work through the server at this address instead")
        .argParser(webAddress)
        .hideHelp(!areServersShown),
    )
    .addOption(option("--token <token>", "the token to show the server").hideHelp(!areServersShown));
}

/**
 * Where the flags say to work; what is on the command line goes before what is in the environment.
 *
 * @throws HeadcountError `invalid` where they name no place, or two
 */
export function chooseTarget(command: Command, options: TargetOptions): Target {
  const isGiven = (name: string) => command.getOptionValueSource(name) === "cli";
  const { dataDir, url, token } = options;
  if (isGiven("dataDir") && isGiven("url")) throw usage("give either --data-dir or --url, not both");
  if (url !== undefined && !isGiven("dataDir")) {
    if (token === undefined) throw usage("--url needs --token");
    return { kind: "server", server: new RemoteServer(url, token) };
  }
  if (dataDir === undefined)
    throw usage("say where the data is: --data-dir <directory>, or --url <address> --token <token>");
  return { kind: "directory", directory: dataDir };
}

/** A complaint about how a command was used. */
export function usage(message: string): HeadcountError {
  return new HeadcountError("invalid", message);
}
