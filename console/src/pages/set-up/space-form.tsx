import type { ReactNode } from "react";
import { RadioGroup } from "../../components/form/choices.tsx";
import {
  CheckboxField,
  LongTextField,
  NumberField,
  SelectField,
  TextField,
} from "../../components/form/fields.tsx";
import { TimeField } from "../../components/form/time-field.tsx";
import type { FieldBinding, Form } from "../../components/form/use-form.ts";
import { pathOf, type Space } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { possibleParents } from "./space-tree.ts";
import { type EffectiveFrom, numbersOf, type SpaceValues } from "./space-values.ts";
import { FUNCTION_CHOICES, THRESHOLD_CHOICES, TYPE_CHOICES, thresholdWords } from "./words.ts";
import { ZONES } from "./zones.ts";

type SpaceForm = Form<SpaceValues>;

/** The fields of a space. @param props.id of the space that is edited; null for a new one */
export function SpaceFields(props: {
  readonly form: SpaceForm;
  readonly id: string | null;
  readonly spaces: readonly Space[];
  /** Whether the zone or the daily reset has been changed, so that it can be dated. */
  readonly isRescheduled: boolean;
}) {
  const { form, id, spaces, isRescheduled } = props;
  return (
    <>
      <Part>
        <TextField label="Name" {...form.field("name")} />
        <SelectField label="Type" choices={TYPE_CHOICES} {...form.field("space_type")} />
        <ParentField form={form} id={id} spaces={spaces} />
        <SelectField label="Function" choices={FUNCTION_CHOICES} {...form.field("function")} />
      </Part>
      <LongTextField label="Notes" rows={2} {...form.field("notes")} />
      <Capacities form={form} />
      <Part title="Time">
        <TextField
          label="Time zone"
          suggestions={ZONES}
          hint="Type a part of its name, such as a city."
          {...form.field("time_zone")}
        />
        <TimeField
          label="Daily reset"
          example="04:00"
          hint="Local time at which the count goes to 0. Empty: never."
          {...form.field("daily_reset")}
        />
      </Part>
      {isRescheduled && (
        <EffectiveFromFields
          what="The time zone and the daily reset"
          from={form.field("effective_from")}
          at={form.field("effective_at")}
          zone={form.values.time_zone}
        />
      )}
      <CheckboxField
        label="Use the time segments of what it is inside"
        hint="Without it only its own segments apply to it and to what is inside it."
        {...form.field("inherits_time_segments")}
      />
      <Place form={form} />
      <LongTextField
        label="Own data (meta)"
        isCode
        rows={3}
        hint="Any JSON, for your other systems to know it by. Empty: none."
        {...form.field("meta")}
      />
    </>
  );
}

/** Fields that belong together, beside each other where there is room. */
function Part({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <fieldset className="form-part">
      {title !== undefined && <legend>{title}</legend>}
      <div className="form-columns">{children}</div>
    </fieldset>
  );
}

function ParentField({
  form,
  id,
  spaces,
}: {
  readonly form: SpaceForm;
  readonly id: string | null;
  readonly spaces: readonly Space[];
}) {
  const { parent_id: chosenId, space_type: type } = form.values;
  const parents = possibleParents(spaces, { id, type, chosenId });
  const choices = parents.map((space) => ({
    value: space.id,
    name: [pathOf(space), space.name].filter(Boolean).join(" › "),
  }));
  const field = form.field("parent_id");
  const onChange = (parentId: string) => {
    field.onChange(parentId);
    // What is new is where its parent is.
    const parent = spaces.find((space) => space.id === parentId);
    if (id === null && parent !== undefined) form.set({ time_zone: parent.time_zone });
  };
  return (
    <SelectField
      label="Inside"
      {...field}
      onChange={onChange}
      choices={[{ value: "", name: "Nothing: it stands alone" }, ...choices]}
    />
  );
}

function Capacities({ form }: { readonly form: SpaceForm }) {
  const { safe_threshold_mode: mode } = form.values;
  const numbers = numbersOf(form.values);
  return (
    <Part title="Capacity">
      <NumberField label="Legal capacity" hint="People allowed at most." {...form.field("capacity")} />
      <NumberField
        label="Target capacity"
        hint="What utilization is measured against."
        {...form.field("target_capacity")}
      />
      <SelectField
        label="Safe limit"
        choices={THRESHOLD_CHOICES}
        hint={mode === "" || numbers === null ? undefined : `${thresholdWords(numbers)}.`}
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

function Place({ form }: { readonly form: SpaceForm }) {
  const isBuilding = form.values.space_type === "building" || form.values.annual_rent !== "";
  return (
    <Part title="Place and size">
      <TextField label="Address" {...form.field("address")} />
      <NumberField label="Area" {...form.field("size_area")} />
      <TextField
        label="Unit of area"
        suggestions={["square_feet", "square_meters"]}
        {...form.field("size_area_unit")}
      />
      <NumberField label="Latitude" {...form.field("latitude")} />
      <NumberField label="Longitude" {...form.field("longitude")} />
      {isBuilding && (
        <>
          <NumberField label="Annual rent" {...form.field("annual_rent")} />
          <TextField label="Currency of the rent" {...form.field("annual_rent_currency")} />
        </>
      )}
    </Part>
  );
}

const MOMENTS: readonly { value: EffectiveFrom; name: string; hint?: string }[] = [
  { value: "now", name: "From now on", hint: "What was counted before stays as it is." },
  { value: "beginning", name: "At all times, those before, too", hint: "Counts of the past change with it." },
  { value: "at", name: "From a date and time on" },
];

/** From when on a change holds. To date it back needs the scope admin (D5); without it this only says so. */
export function EffectiveFromFields(props: {
  readonly what: string;
  readonly from: FieldBinding<EffectiveFrom>;
  readonly at: FieldBinding<string>;
  readonly zone: string;
}) {
  const { what, from, at, zone } = props;
  const mayCorrect = useMay("admin");
  if (!mayCorrect) return <p className="field-hint">{what} take effect now; the past stays as it is.</p>;
  return (
    <>
      <RadioGroup label={`${what} take effect`} choices={MOMENTS} {...from} />
      {from.value === "at" && <TextField type="datetime-local" label={`Date and time in ${zone}`} {...at} />}
    </>
  );
}
