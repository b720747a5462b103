import { conflict, HeadcountError } from "../domain/errors.ts";
import type { CommitConflict, CommitResult, CommittedIds } from "./ports.ts";

/**
 * The ids that a commit has given.
 *
 * @throws HeadcountError `conflict` or `unavailable` where nothing was stored
 */
export function committedIds(result: CommitResult): CommittedIds {
  if (result.conflict !== null) throw CONFLICTS[result.conflict]();
  return result.ids;
}

const CONFLICTS: { readonly [C in CommitConflict]: () => HeadcountError } = {
  "log-moved": () =>
    new HeadcountError("unavailable", "other events were stored at the same time; send these again"),
  "log-start": () =>
    conflict("events-removed", "events of that time have been removed; no more of them are accepted"),
  "no-event": () => conflict("event-voided", "the event does not exist, or is voided already"),
};
