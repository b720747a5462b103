import type { ReactNode } from "react";
import { Link } from "react-router";
import { RadioGroup } from "../../components/form/choices.tsx";
import {
  CheckboxField,
  DateTimeField,
  LongTextField,
  NumberField,
  SelectField,
  TextField,
  TimeField,
} from "../../components/form/fields.tsx";
import { type DialogOf, type Form, formDialog } from "../../components/form/form-dialog.tsx";
import { deviceZone } from "../../format.ts";
import { pathChoices, possibleParents, type Space } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { FUNCTION_CHOICES, THRESHOLD_CHOICES, TYPE_CHOICES, thresholdLabel } from "./labels.ts";
import {
  changedSpaceBody,
  type EffectiveFrom,
  type EffectiveValues,
  isRescheduled,
  newSpaceBody,
  newSpaceValues,
  numbersOf,
  type SpaceValues,
  spaceValuesOf,
} from "./space-values.ts";

/** The time zones that the browser knows; the server validates the value. */
export const ZONES: readonly string[] = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

interface SpaceFieldsProps {
  readonly form: Form<SpaceValues>;
  /** The space that is edited; null for a new one. */
  readonly id: string | null;
  readonly spaces: readonly Space[];
  /** Whether the time zone or the daily reset has changed, so that the change can be dated. */
  readonly isRescheduled: boolean;
}

const HINTS = {
  daily_reset: "Local time at which the count is reset to 0. Leave empty for none.",
  inherits: "If disabled, only its own time segments apply to it and to the spaces inside it.",
  meta: "Any JSON, for use by your other systems. Leave empty for none.",
};

/** The fields of a space. */
function SpaceFields(props: SpaceFieldsProps) {
  const { form, isRescheduled } = props;
  return (
    <>
      <Part>
        <TextField {...form.field("name", "Name")} />
        <SelectField choices={TYPE_CHOICES} {...form.field("space_type", "Type")} />
        <ParentField {...props} />
        <SelectField choices={FUNCTION_CHOICES} {...form.field("function", "Function")} />
      </Part>
      <LongTextField rows={2} {...form.field("notes", "Notes")} />
      <Capacities form={form} />
      <Part title="Time">
        <TextField
          suggestions={ZONES}
          {...form.field("time_zone", "Time zone", "For example Europe/Berlin.")}
        />
        <TimeField example="04:00" {...form.field("daily_reset", "Daily reset", HINTS.daily_reset)} />
      </Part>
      {isRescheduled && <EffectiveFromFields form={form} zone={form.values.time_zone} />}
      <CheckboxField
        {...form.field(
          "inherits_time_segments",
          "Inherit time segments from the parent space",
          HINTS.inherits,
        )}
      />
      <Location form={form} />
      <LongTextField isCode rows={3} {...form.field("meta", "Metadata", HINTS.meta)} />
    </>
  );
}

/** Related fields, beside each other if there is room. */
function Part({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <fieldset>
      {title !== undefined && <legend className="strong">{title}</legend>}
      <div className="form-columns">{children}</div>
    </fieldset>
  );
}

function ParentField({ form, id, spaces }: SpaceFieldsProps) {
  const { parent_id: chosenId, space_type: type } = form.values;
  const field = form.field("parent_id", "Parent space");
  const onChange = (parentId: string) => {
    field.onChange(parentId);
    // A new space takes the time zone of its parent.
    const parent = spaces.find((space) => space.id === parentId);
    if (id === null && parent !== undefined) form.set({ time_zone: parent.time_zone });
  };
  const parents = pathChoices(possibleParents(spaces, { id, type, chosenId }));
  return <SelectField {...field} onChange={onChange} choices={[{ value: "", name: "None" }, ...parents]} />;
}

function Capacities({ form }: Pick<SpaceFieldsProps, "form">) {
  const { safe_threshold_mode: mode } = form.values;
  const numbers = numbersOf(form.values);
  const limit = mode === "" || numbers === null ? undefined : `${thresholdLabel(numbers)}.`;
  const base = mode === "UTILIZATION_PERC_TARGET" ? "target capacity" : "capacity";
  return (
    <Part title="Capacities and limit">
      <NumberField {...form.field("capacity", "Capacity", "Maximum number of people allowed.")} />
      <NumberField
        {...form.field("target_capacity", "Target capacity", "The base of the target utilization.")}
      />
      <SelectField choices={THRESHOLD_CHOICES} {...form.field("safe_threshold_mode", "Safe limit", limit)} />
      {mode === "SAFE_CAPACITY" && <NumberField {...form.field("safe_capacity", "Safe limit, in people")} />}
      {mode.startsWith("UTILIZATION") && (
        <NumberField {...form.field("safe_threshold_value", `Share of the ${base}, in %`)} />
      )}
    </Part>
  );
}

/** The units that the field for the area suggests. */
const AREA_UNITS = ["square_feet", "square_meters"];

function Location({ form }: Pick<SpaceFieldsProps, "form">) {
  const isBuilding = form.values.space_type === "building" || form.values.annual_rent !== "";
  return (
    <Part title="Location and size">
      <TextField {...form.field("address", "Address")} />
      <NumberField {...form.field("size_area", "Area")} />
      <TextField suggestions={AREA_UNITS} {...form.field("size_area_unit", "Area unit")} />
      <NumberField {...form.field("latitude", "Latitude")} />
      <NumberField {...form.field("longitude", "Longitude")} />
      {isBuilding && (
        <>
          <NumberField {...form.field("annual_rent", "Annual rent")} />
          <TextField {...form.field("annual_rent_currency", "Rent currency")} />
        </>
      )}
    </Part>
  );
}

interface Moment {
  readonly value: EffectiveFrom;
  readonly name: string;
  readonly hint?: string;
}

const MOMENTS: readonly Moment[] = [
  { value: "now", name: "From now on", hint: "Past counts do not change." },
  { value: "beginning", name: "From the beginning", hint: "Past counts are recomputed." },
  { value: "at", name: "From a date and time" },
];

/** The time from which a change applies. A time in the past requires the scope admin (D5). */
export function EffectiveFromFields<Values extends EffectiveValues>(props: {
  readonly form: Form<Values>;
  readonly zone: string;
  readonly moments?: readonly Moment[];
  /** The hint without the scope. */
  readonly children?: ReactNode;
}) {
  const { form, zone, moments = MOMENTS, children } = props;
  const mayCorrect = useMay("admin");
  if (!mayCorrect)
    return (
      <p className="small soft">{children ?? "The change applies from now on. Past counts do not change."}</p>
    );
  return (
    <>
      <RadioGroup choices={moments} {...form.field("effective_from", "Effective from")} />
      {form.values.effective_from === "at" && (
        <DateTimeField {...form.field("effective_at", `Date and time in ${zone}`)} />
      )}
    </>
  );
}

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
          <ul>
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
