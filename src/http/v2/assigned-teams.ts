import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { assignTeam, unassignTeam } from "../../engine/resources/assigned-teams.ts";
import { changeBy } from "../auth.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { body, id, name } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";

const teamAnswer = z
  .object({ id: z.string(), team_name: z.string() })
  .register(v2Schemas, { id: "AssignedTeam" });
const onePath = z.object({ space_id: id("space") });

/** POST /spaces/:space_id/assigned_teams/; DELETE …/assigned_teams/:assigned_team_id/ (D28). */
export function assignedTeamRoutes(app: App, http: HttpContext): void {
  app.post(
    "/spaces/:space_id/assigned_teams/",
    {
      config: { access: "write" },
      schema: { params: onePath, body: body({ team_name: name }), response: { 201: teamAnswer } },
    },
    async (request, reply) => {
      const team = await assignTeam(changeBy(http, request), request.params.space_id, request.body.team_name);
      return reply.code(201).send({ id: formatId("assignedTeam", team.id), team_name: team.teamName });
    },
  );

  app.delete(
    "/spaces/:space_id/assigned_teams/:assigned_team_id/",
    {
      config: { access: "write" },
      schema: { params: onePath.extend({ assigned_team_id: id("assignedTeam") }) },
    },
    async (request, reply) => {
      const { space_id: spaceId, assigned_team_id: teamId } = request.params;
      await unassignTeam(changeBy(http, request), spaceId, teamId);
      return reply.code(204).send();
    },
  );
}
