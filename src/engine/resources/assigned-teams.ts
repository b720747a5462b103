import { conflict, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { AssignedTeam } from "../../domain/resources.ts";
import type { CatalogChange } from "../catalog/catalog.ts";

/**
 * Assigns a team to a space.
 *
 * @throws HeadcountError `not-found` where there is no such space; `conflict` where the team is assigned
 * to it already (D28)
 */
export function assignTeam(change: CatalogChange, spaceId: bigint, teamName: string): Promise<AssignedTeam> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const space = catalog.space(spaceId);
    if (catalog.teamsOfSpace.of(spaceId).some((team) => team.teamName === teamName)) {
      throw conflict(
        "team-already-assigned",
        `team ${JSON.stringify(teamName)} is assigned to ${JSON.stringify(space.name)} already`,
      );
    }
    const team = { id: catalog.newId(), spaceId, teamName, createdAt: clock.now() };
    await catalog.save({ put: { assignedTeam: [team] } });
    return team;
  });
}

/** Takes a team from a space. @throws HeadcountError `not-found` where either does not exist */
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
