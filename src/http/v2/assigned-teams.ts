import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { assignTeam, unassignTeam } from "../../engine/resources/spaces.ts";
import { body, id, name, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

const answer = z
  .object({ id: z.string(), team_name: z.string() })
  .register(v2Schemas, { id: "AssignedTeam" });

/** POST /spaces/:space_id/assigned_teams/; DELETE …/assigned_teams/:assigned_team_id/ (D28). */
export function assignedTeamRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const teams = new Resource(app, http, {
    path: "/spaces/:space_id/assigned_teams/",
    within: { space_id: id("space") },
    one: { assigned_team_id: id("assignedTeam") },
    tag: "Spaces",
    name: "assigned team",
  });
  const assigning = {
    id: "assignTeam",
    summary: "Assign a team to a space",
    conflicts: ["team-already-assigned"],
  } as const;
  teams.create({ ...assigning, body: body({ team_name: name }), answer }, async (request) => {
    const { params, body: given } = request;
    const team = await assignTeam(changeBy(http, request), params.space_id, given.team_name);
    return { id: formatId("assignedTeam", team.id), team_name: team.teamName };
  });
  teams.delete({ id: "unassignTeam", summary: "Take a team from a space" }, (request) =>
    unassignTeam(changeBy(http, request), request.params.space_id, request.params.assigned_team_id),
  );
}
