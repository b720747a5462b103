import { Link } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { SelectField, TextField } from "../../components/form/fields.tsx";
import { type DialogOf, type Form, formDialog } from "../../components/form/form-dialog.tsx";
import { fieldError } from "../../components/form/form-values.ts";
import { ErrorNote, Loading } from "../../components/states.tsx";
import { type Doorway, useDoorways } from "../../queries/resources.ts";
import { pathChoices, useSpaces } from "../../queries/spaces.ts";

type PlaceValues = Readonly<typeof BLANK>;

const BLANK = {
  /** A doorway without a sensor; empty for a new one. */
  doorway_id: "",
  name: "",
  space_id: "",
  sensor_placement: "1" as "1" | "-1",
};

/** What a device counts as in, as seen from the space (D4). */
const SIDES = [
  {
    value: "1",
    name: "In is into this space",
    hint: "The sensor is inside. What it counts as in are entrances.",
  },
  {
    value: "-1",
    name: "In is out of this space",
    hint: "The sensor is outside. What it counts as in are exits.",
  },
] as const;

/** Places a sensor at a doorway: at one that has no sensor, or at a new one that leads into a space. */
export function placeDialog(serial: string): DialogOf {
  /** The doorway that was created, if linking it has failed. */
  let created: Doorway | undefined;
  return formDialog<PlaceValues, unknown>({
    title: `Place ${serial}`,
    action: ({ doorway_id: id }) => (id === "" ? "Create doorway and place" : "Place"),
    initial: BLANK,
    conflicting: ["name"],
    request: async (v2, { doorway_id, space_id, sensor_placement, ...values }) => {
      if (doorway_id !== "") {
        const body = { sensor_serial_number: serial };
        return v2.PUT("/v2/doorways/{doorway_id}/", { params: { path: { doorway_id } }, body });
      }
      const name = values.name.trim();
      if (name === "") throw fieldError("name", "is required");
      if (space_id === "") throw fieldError("space_id", "is required");
      const doorway = { name, sensor_serial_number: serial };
      if (created?.name !== name) created = await answerOf(v2.POST("/v2/doorways/", { body: doorway }));
      const placement = sensor_placement === "1" ? 1 : -1;
      const body = { space_id, doorway_id: created.id, sensor_placement: placement } as const;
      return v2.POST("/v2/links/", { body });
    },
    saved: () => ({
      changed: ["sensors", "doorways", "spaces", "links"],
      message: `${serial} has been placed.`,
    }),
    fields: (form) => <PlaceFields form={form} />,
  });
}

function PlaceFields({ form }: { readonly form: Form<PlaceValues> }) {
  const doorways = useDoorways();
  const spaces = useSpaces();
  const error = doorways.error ?? spaces.error;
  if (error !== null) return <ErrorNote error={error} />;
  if (doorways.data === undefined || spaces.data === undefined) return <Loading />;
  const free = doorways.data.filter(({ sensor_serial_number: sensor }) => sensor === null);
  const choices = [
    { value: "", name: "A new doorway" },
    ...free.map(({ id, name }) => ({ value: id, name })),
  ];
  const isNew = form.values.doorway_id === "";
  return (
    <>
      <SelectField
        choices={choices}
        {...form.field("doorway_id", "Doorway", "A new one, or one that has no sensor.")}
      />
      {isNew && (
        <>
          <TextField {...form.field("name", "Name of the new doorway", "For example “Main entrance”.")} />
          {spaces.data.length === 0 ? (
            <p>
              There are no spaces yet. <Link to="/set-up/spaces">Create the first space</Link>
            </p>
          ) : (
            <SelectField
              choices={[{ value: "", name: "Select…" }, ...pathChoices(spaces.data)]}
              {...form.field("space_id", "It leads into")}
            />
          )}
          <RadioGroup choices={SIDES} {...form.field("sensor_placement", "Direction")} />
        </>
      )}
      {isNew && (
        <p className="small soft">
          Not sure of the direction? Walk in once and look at the count. If it falls, select "Reverse
          direction" at the doorway; this corrects the past, too.
        </p>
      )}
      <p className="small soft">
        If this is the first place of the sensor, what it has sent before is counted, too.
      </p>
    </>
  );
}
