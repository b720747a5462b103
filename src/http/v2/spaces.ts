import { z } from "zod";
import { SPACE_TYPES } from "../../domain/resources.ts";
import { listSpaces } from "../../engine/catalog/resource-lists.ts";
import { createSpace, updateSpace } from "../../engine/resources/spaces.ts";
import { id } from "../../schemas/fields.ts";
import { changedSpace, newSpace, spaceAnswer, spaceFields } from "../../schemas/space.ts";
import { changeBy, effectiveFromOf } from "../auth.ts";
import { addSpaceDeletion, type SpaceParts, spaceResource } from "../common/spaces.ts";
import type { App } from "../types.ts";
import { presentSpace, presentSpaces } from "./space-presenter.ts";

const query = {
  doorway_id: id("doorway").optional(),
  tag: z.string().optional(),
  space_type: z.enum(SPACE_TYPES).optional(),
  parent_id: id("space").optional(),
};

/** GET, POST /spaces/; GET, PUT, DELETE /spaces/:space_id/. */
export function spaceRoutes(app: App, http: SpaceParts): void {
  const { catalog } = http;
  const spaces = spaceResource(app, http, "total");
  spaces.list(
    { item: spaceAnswer, query },
    ({ query: { doorway_id: doorwayId, parent_id: parentId, space_type: spaceType, tag } }) =>
      listSpaces(catalog, { doorwayId, parentId, spaceType, tag }),
    (page) => presentSpaces(http, page),
  );
  spaces.create({ body: newSpace, answer: spaceAnswer }, async (request) => {
    const made = { ...spaceFields(request.body), name: request.body.name };
    return presentSpace(http, await createSpace(changeBy(http, request), made));
  });
  spaces.read({ answer: spaceAnswer }, ({ params }) => presentSpace(http, catalog.space(params.space_id)));
  spaces.update({ body: changedSpace, answer: spaceAnswer }, async (request) => {
    const { params, body: given } = request;
    const from = effectiveFromOf(request);
    const change = changeBy(http, request);
    return presentSpace(http, await updateSpace(change, params.space_id, spaceFields(given), from));
  });
  addSpaceDeletion(spaces, http);
}
