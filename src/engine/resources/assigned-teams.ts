import { conflict, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { AssignedTeam } from "../../domain/resources.ts";
import type { CatalogChange } from "../catalog/catalog.ts";

/**
 * Assigns a team to a space.
 *
 * @throws HeadcountError `not-found` if the space does not exist; `conflict` if the team is already assigned to it
 * (D28)
 */
export function assignTeam(change: CatalogChange, spaceId: bigint, teamName: string): Promise<AssignedTeam> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const space = catalog.space(spaceId);
    if (catalog.teamsOfSpace.of(spaceId).some((team) => team.teamName === teamName)) {
      throw conflict(
        "team-already-assigned",
        `team ${JSON.stringify(teamName)} is already assigned to ${JSON.stringify(space.name)}`,
      );
    }
    const team = { id: catalog.newId(), spaceId, teamName, createdAt: clock.now() };
    await catalog.save({ put: { assignedTeam: [team] } });
    return team;
  });
}

/** @throws HeadcountError `not-found` if the space or the assigned team does not exist */
export function unassignTeam(change: CatalogChange, spaceId: bigint, id: bigint): Promise<void> {
  const { catalog } = change;
  return catalog.exclusive(change, async () => {
    catalog.space(spaceId);
    if (catalog.assignedTeams.get(id)?.spaceId !== spaceId) {
      throw notFound("assigned-team", formatId("assignedTeam", id));
    }
    await catalog.save({ remove: { assignedTeam: [id] } });
  });
}
