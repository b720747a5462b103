import { Link } from "react-router";
import { TextField } from "../../components/form/fields.tsx";
import { type DialogOf, formDialog } from "../../components/form/form-dialog.tsx";
import { deviceZone } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import { SpaceFields } from "./space-form.tsx";
import {
  changedSpaceBody,
  isRescheduled,
  newSpaceBody,
  newSpaceValues,
  spaceValuesOf,
} from "./space-values.ts";

/** The data that changes with a space. */
const CHANGED = ["spaces", "doorways", "links", "time-segments"] as const;

/** Creates a space, inside a parent if one is given. */
export function newSpace(parent: Space | null, spaces: readonly Space[]): DialogOf {
  return formDialog({
    title: "New space",
    action: "Create space",
    initial: newSpaceValues(parent, deviceZone()),
    request: (v2, values) => v2.POST("/v2/spaces/", { body: newSpaceBody(values) }),
    saved: ({ id, name }) => ({
      changed: ["spaces"],
      message: `${name} has been created.`,
      page: `/set-up/spaces/${id}`,
    }),
    fields: (form) => <SpaceFields form={form} id={null} spaces={spaces} isRescheduled={false} />,
  });
}

/** Changes a space. */
export function editSpace(space: Space, spaces: readonly Space[]): DialogOf {
  const { id, name } = space;
  const before = spaceValuesOf(space);
  return formDialog({
    title: `Edit ${name}`,
    action: "Save",
    initial: before,
    request: (v2, values) => {
      const body = changedSpaceBody(before, values);
      return v2.PUT("/v2/spaces/{space_id}/", { params: { path: { space_id: id } }, body });
    },
    saved: (_, values) => ({ changed: CHANGED, message: `${values.name} has been updated.` }),
    fields: (form) => (
      <SpaceFields form={form} id={id} spaces={spaces} isRescheduled={isRescheduled(before, form.values)} />
    ),
  });
}

/** Deletes a space after the user has typed its name (D19). Lists the spaces inside it, which block this (D17). */
export function deleteSpace({ id, name }: Space, spaces: readonly Space[]): DialogOf {
  const children = spaces.filter(({ parent_id: parent }) => parent === id);
  return formDialog({
    title: `Delete ${name}?`,
    action: children.length > 0 ? null : "Delete space and history",
    isDangerous: true,
    initial: { name: "" },
    request: (v2, body) => v2.DELETE("/v2/spaces/{space_id}/", { params: { path: { space_id: id } }, body }),
    saved: () => ({ changed: CHANGED, message: `${name} has been deleted.`, page: "/set-up/spaces" }),
    fields: (form) =>
      children.length > 0 ? (
        <>
          <p>{name} cannot be deleted while it contains other spaces. Move or delete them first:</p>
          <ul className="set-up-blocked">
            {children.map((child) => (
              <li key={child.id}>
                <Link to={`/set-up/spaces/${child.id}`}>{child.name}</Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>
            Its counts, resets and links are deleted too. This cannot be undone. Its doorways and the events
            of their sensors are kept.
          </p>
          <TextField {...form.field("name", `Type ${name} to confirm`)} />
        </>
      ),
  });
}
