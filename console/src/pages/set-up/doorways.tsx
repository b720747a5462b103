import { Link } from "react-router";
import { LongTextField, TextField } from "../../components/form/fields.tsx";
import { type DialogOf, deleteDialog, type Form, formDialog } from "../../components/form/form-dialog.tsx";
import { changesOf, textOrNull } from "../../components/form/form-values.ts";
import { QueryState } from "../../components/states.tsx";
import { Tags } from "../../components/tag-editor.tsx";
import { deviceZone, formatCount, formatInstant, NOTHING } from "../../format.ts";
import { type Doorway, useDoorways } from "../../queries/resources.ts";
import { useSensors } from "../../queries/sensors.ts";
import { sideOf } from "./labels.ts";
import { SENSOR_HINT } from "./link-dialogs.tsx";
import { Links } from "./links.tsx";
import { SearchTable } from "./lists.tsx";
import { Facts, ItemHeader, ItemPage, ScopedButton, Section, SensorLink } from "./parts.tsx";
import { EffectiveFromFields } from "./space-form.tsx";
import { effectiveFromOf, FROM_NOW } from "./space-values.ts";

/** All doorways, with their sensors and linked spaces. */
export function DoorwaysTab() {
  const doorways = useDoorways();
  if (doorways.data === undefined) return <QueryState query={doorways} />;
  return (
    <SearchTable
      noun="doorways"
      items={doorways.data}
      idOf={({ id }) => id}
      textsOf={({ name, sensor_serial_number: sensor, spaces, tags }) => [
        name,
        sensor,
        ...spaces.map((space) => space.name),
        ...tags,
      ]}
      tools={(found) => (
        <>
          <span className="soft tabular" role="status">
            {found.length === 1 ? "1 doorway" : `${formatCount(found.length)} doorways`}
          </span>
          <ScopedButton scope="write" look="primary" dialog={doorwayDialog(null)}>
            New doorway
          </ScopedButton>
        </>
      )}
      emptyHint="A doorway has one sensor and is linked to the spaces it leads into."
      searchHint="The search covers names, sensors, spaces and tags."
      columns={[
        [
          "Doorway",
          ({ id, name, description }) => (
            <>
              <Link to={`/set-up/doorways/${id}`}>{name}</Link>
              {description !== "" && <span className="smaller soft block break">{description}</span>}
            </>
          ),
          "name",
        ],
        ["Sensor", ({ sensor_serial_number: serial }) => <SensorLink serial={serial} />],
        ["Linked spaces", ({ spaces }) => <LinkedSpaces spaces={spaces} />],
        ["Tags", ({ tags }) => tags.join(", ") || NOTHING],
      ]}
    />
  );
}

function LinkedSpaces({ spaces }: Pick<Doorway, "spaces">) {
  if (spaces.length === 0) return <span className="soft">None</span>;
  return (
    <ul className="set-up-lines">
      {spaces.map(({ id, link_id, name, sensor_placement: placement }) => (
        <li key={link_id}>
          <Link to={`/set-up/spaces/${id}`}>{name}</Link>{" "}
          <span className="soft">· {sideOf(placement).toLowerCase()}</span>
        </li>
      ))}
    </ul>
  );
}

/** The set-up of one doorway. */
export function DoorwayPage() {
  return (
    <ItemPage kind="doorway" list={useDoorways()} idOf={({ id }) => id}>
      {(doorway) => (
        <>
          <ItemHeader
            kind="doorway"
            name={doorway.name}
            dialogs={{ edit: doorwayDialog(doorway), remove: deleteDoorway(doorway) }}
          />
          <Section title="Settings">
            <Facts
              facts={[
                ["Sensor", <SensorLink key="sensor" serial={doorway.sensor_serial_number} />],
                ["Description", doorway.description, "long"],
                ["Id", <code key="id">{doorway.id}</code>],
                ["Created", formatInstant(doorway.created_at, deviceZone()), "long"],
              ]}
            />
          </Section>
          <Links doorway={doorway} />
          <Section title="Tags">
            <Tags
              tags={doorway.tags}
              of="doorways"
              add={(v2, tag_name) =>
                v2.POST("/v2/doorways/{doorway_id}/tags/", {
                  params: { path: { doorway_id: doorway.id } },
                  body: { tag_name },
                })
              }
              remove={(v2, tag_name) =>
                v2.DELETE("/v2/doorways/{doorway_id}/tags/{tag_name}/", {
                  params: { path: { doorway_id: doorway.id, tag_name } },
                })
              }
            />
          </Section>
        </>
      )}
    </ItemPage>
  );
}

const BLANK = { name: "", description: "", sensor_serial_number: "", ...FROM_NOW };

/** The fields that must be unique among doorways. */
const UNIQUE = ["name", "sensor_serial_number"] as const;

function bodyOf({ name, description, sensor_serial_number: serial }: typeof BLANK) {
  return { name, description, sensor_serial_number: textOrNull(serial) };
}

/** Creates a doorway, or changes one or the sensor that is attached to it. */
function doorwayDialog(doorway: Doorway | null): DialogOf {
  const { name, description, sensor_serial_number } = doorway ?? BLANK;
  const serial = sensor_serial_number ?? "";
  const initial = { ...BLANK, name, description, sensor_serial_number: serial };
  return formDialog({
    title: doorway === null ? "New doorway" : `Edit ${name}`,
    action: doorway === null ? "Create doorway" : "Save",
    initial,
    conflicting: UNIQUE,
    request: (v2, values) => {
      const changed = changesOf(bodyOf(initial), bodyOf(values));
      if (doorway === null) return v2.POST("/v2/doorways/", { body: { ...changed, name: values.name } });
      const from = "sensor_serial_number" in changed ? effectiveFromOf(values, deviceZone()) : {};
      const params = { path: { doorway_id: doorway.id } };
      return v2.PUT("/v2/doorways/{doorway_id}/", { params, body: { ...changed, ...from } });
    },
    saved: (saved) => ({
      changed: ["doorways", "sensors", "spaces", "links"],
      message: `${saved.name} has been ${doorway === null ? "created" : "updated"}.`,
      ...(doorway === null && { page: `/set-up/doorways/${saved.id}` }),
    }),
    fields: (form) => (
      <>
        <DoorwayFields form={form} />
        {doorway !== null && form.values.sensor_serial_number.trim() !== serial && (
          <EffectiveFromFields form={form} zone={deviceZone()} />
        )}
      </>
    ),
  });
}

function DoorwayFields({ form }: { readonly form: Form<typeof BLANK> }) {
  const { data: sensors = [] } = useSensors();
  const free = sensors.filter(({ doorway_id: doorwayId }) => doorwayId === null);
  return (
    <>
      <TextField {...form.field("name", "Name")} />
      <LongTextField rows={2} {...form.field("description", "Description")} />
      <TextField
        suggestions={free.map((sensor) => sensor.serial_number)}
        {...form.field("sensor_serial_number", "Sensor", SENSOR_HINT)}
      />
    </>
  );
}

/** Deletes a doorway; past counts do not change (D19). */
function deleteDoorway({ id, name }: Doorway): DialogOf {
  return deleteDialog("doorway", name, {
    request: (v2) => v2.DELETE("/v2/doorways/{doorway_id}/", { params: { path: { doorway_id: id } } }),
    changed: ["doorways", "sensors", "spaces", "links", "tags"],
    page: "/set-up/doorways",
    text: "Its links to spaces end now, and its sensor is detached. Past counts do not change.",
  });
}
