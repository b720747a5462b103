import type { ReactNode } from "react";
import { RadioGroup } from "../../components/form/choices.tsx";
import {
  CheckboxField,
  DateTimeField,
  LongTextField,
  NumberField,
  SelectField,
  TextField,
} from "../../components/form/fields.tsx";
import { TimeField } from "../../components/form/time-field.tsx";
import type { FieldBinding, Form } from "../../components/form/use-form.ts";
import { pathChoices, type Space } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { FUNCTION_CHOICES, THRESHOLD_CHOICES, TYPE_CHOICES, thresholdLabel } from "./labels.ts";
import { possibleParents } from "./space-tree.ts";
import { type EffectiveFrom, numbersOf, type SpaceValues } from "./space-values.ts";

/** The time zones that the browser knows; the server validates the value. */
const ZONES: readonly string[] = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

interface SpaceFieldsProps {
  readonly form: Form<SpaceValues>;
  /** The space that is edited; null for a new one. */
  readonly id: string | null;
  readonly spaces: readonly Space[];
  /** Whether the time zone or the daily reset has changed, so that the change can be dated. */
  readonly isRescheduled: boolean;
}

/** The fields of a space. */
export function SpaceFields(props: SpaceFieldsProps) {
  const { form, isRescheduled } = props;
  return (
    <>
      <Part>
        <TextField label="Name" {...form.field("name")} />
        <SelectField label="Type" choices={TYPE_CHOICES} {...form.field("space_type")} />
        <ParentField {...props} />
        <SelectField label="Function" choices={FUNCTION_CHOICES} {...form.field("function")} />
      </Part>
      <LongTextField label="Notes" rows={2} {...form.field("notes")} />
      <Capacities form={form} />
      <Part title="Time">
        <TextField
          label="Time zone"
          suggestions={ZONES}
          hint="For example Europe/Berlin."
          {...form.field("time_zone")}
        />
        <TimeField
          label="Daily reset"
          example="04:00"
          hint="Local time at which the count is reset to 0. Leave empty for none."
          {...form.field("daily_reset")}
        />
      </Part>
      {isRescheduled && (
        <EffectiveFromFields
          from={form.field("effective_from")}
          at={form.field("effective_at")}
          zone={form.values.time_zone}
        />
      )}
      <CheckboxField
        label="Inherit time segments from the parent space"
        hint="If disabled, only its own time segments apply to it and to the spaces inside it."
        {...form.field("inherits_time_segments")}
      />
      <Location form={form} />
      <LongTextField
        label="Metadata"
        isCode
        rows={3}
        hint="Any JSON, for use by your other systems. Leave empty for none."
        {...form.field("meta")}
      />
    </>
  );
}

/** Related fields, beside each other if there is room. */
function Part({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <fieldset className="form-part">
      {title !== undefined && <legend>{title}</legend>}
      <div className="form-columns">{children}</div>
    </fieldset>
  );
}

function ParentField({ form, id, spaces }: SpaceFieldsProps) {
  const { parent_id: chosenId, space_type: type } = form.values;
  const field = form.field("parent_id");
  const onChange = (parentId: string) => {
    field.onChange(parentId);
    // A new space takes the time zone of its parent.
    const parent = spaces.find((space) => space.id === parentId);
    if (id === null && parent !== undefined) form.set({ time_zone: parent.time_zone });
  };
  const parents = possibleParents(spaces, { id, type, chosenId });
  return (
    <SelectField
      label="Parent space"
      {...field}
      onChange={onChange}
      choices={[{ value: "", name: "None" }, ...pathChoices(parents)]}
    />
  );
}

function Capacities({ form }: Pick<SpaceFieldsProps, "form">) {
  const { safe_threshold_mode: mode } = form.values;
  const numbers = numbersOf(form.values);
  return (
    <Part title="Capacity">
      <NumberField
        label="Legal capacity"
        hint="Maximum number of people allowed."
        {...form.field("capacity")}
      />
      <NumberField
        label="Target capacity"
        hint="The base of the target utilization."
        {...form.field("target_capacity")}
      />
      <SelectField
        label="Safe limit"
        choices={THRESHOLD_CHOICES}
        hint={mode === "" || numbers === null ? undefined : `${thresholdLabel(numbers)}.`}
        {...form.field("safe_threshold_mode")}
      />
      {mode === "SAFE_CAPACITY" && <NumberField label="Safe capacity" {...form.field("safe_capacity")} />}
      {mode.startsWith("UTILIZATION") && (
        <NumberField
          label={`Share of the ${mode === "UTILIZATION_PERC_TARGET" ? "target" : "legal"} capacity, in %`}
          {...form.field("safe_threshold_value")}
        />
      )}
    </Part>
  );
}

function Location({ form }: Pick<SpaceFieldsProps, "form">) {
  const isBuilding = form.values.space_type === "building" || form.values.annual_rent !== "";
  return (
    <Part title="Location and size">
      <TextField label="Address" {...form.field("address")} />
      <NumberField label="Area" {...form.field("size_area")} />
      <TextField
        label="Area unit"
        suggestions={["square_feet", "square_meters"]}
        {...form.field("size_area_unit")}
      />
      <NumberField label="Latitude" {...form.field("latitude")} />
      <NumberField label="Longitude" {...form.field("longitude")} />
      {isBuilding && (
        <>
          <NumberField label="Annual rent" {...form.field("annual_rent")} />
          <TextField label="Rent currency" {...form.field("annual_rent_currency")} />
        </>
      )}
    </Part>
  );
}

const MOMENTS: readonly { value: EffectiveFrom; name: string; hint?: string }[] = [
  { value: "now", name: "From now on", hint: "Past counts do not change." },
  { value: "beginning", name: "From the beginning", hint: "Past counts are recomputed." },
  { value: "at", name: "From a date and time" },
];

/** The time from which a change applies. A time in the past requires the scope admin (D5). */
export function EffectiveFromFields(props: {
  readonly from: FieldBinding<EffectiveFrom>;
  readonly at: FieldBinding<string>;
  readonly zone: string;
}) {
  const { from, at, zone } = props;
  const mayCorrect = useMay("admin");
  if (!mayCorrect)
    return <p className="field-hint">The change applies from now on. Past counts do not change.</p>;
  return (
    <>
      <RadioGroup label="Effective from" choices={MOMENTS} {...from} />
      {from.value === "at" && <DateTimeField label={`Date and time in ${zone}`} {...at} />}
    </>
  );
}
