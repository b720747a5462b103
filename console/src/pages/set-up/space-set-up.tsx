import { Link } from "react-router";
import { FirstEvent } from "../../components/first-event.tsx";
import { DateTimeField, NumberField } from "../../components/form/fields.tsx";
import { type DialogOf, formDialog } from "../../components/form/form-dialog.tsx";
import { numberOrNull } from "../../components/form/form-values.ts";
import { SpaceTeams, Tags } from "../../components/tag-editor.tsx";
import {
  formatCount,
  formatDateTime,
  formatInstant,
  formatNumber,
  formatTimeOfDay,
  localOf,
  NOTHING,
  readable,
} from "../../format.ts";
import { isWaiting } from "../../measured.ts";
import { usePagedResets } from "../../queries/resources.ts";
import { pathOf, type Space } from "../../queries/spaces.ts";
import { daysText, hoursText, thresholdLabel } from "./labels.ts";
import { Links } from "./links.tsx";
import { PagedTable } from "./lists.tsx";
import { Facts, ItemHeader, ScopedButton, Section, VoidButton } from "./parts.tsx";
import { deleteSpace, editSpace, newSpace } from "./space-form.tsx";
import { instantOf } from "./space-values.ts";

/** The set-up of one space. */
export function SpaceSetUp(props: { readonly space: Space; readonly spaces: readonly Space[] }) {
  const { space, spaces } = props;
  const path = { space_id: space.id };
  return (
    <>
      <ItemHeader
        kind="space"
        name={space.name}
        about={
          <>
            {readable(space.space_type)}
            {space.parent_id !== null && ` in ${pathOf(space)}`} ·{" "}
            <Link to={`/spaces/${space.id}`}>View counts</Link>
          </>
        }
        dialogs={{ edit: editSpace(space, spaces), remove: deleteSpace(space, spaces) }}
      >
        <ScopedButton scope="write" dialog={newSpace(space, spaces)}>
          Add child space
        </ScopedButton>
      </ItemHeader>
      <Section title="Settings">
        <SpaceFacts space={space} />
      </Section>
      {isWaiting(space) && <FirstEvent space={space} />}
      <Links space={space} />
      <SpaceResets space={space} />
      <Section title="Time segments">
        <SpaceSegments space={space} />
      </Section>
      <div className="form-columns">
        <Section title="Tags">
          <Tags
            tags={space.tags}
            of="spaces"
            add={(v2, tag_name) =>
              v2.POST("/v2/spaces/{space_id}/tags/", { params: { path }, body: { tag_name } })
            }
            remove={(v2, tag_name) =>
              v2.DELETE("/v2/spaces/{space_id}/tags/{tag_name}/", { params: { path: { ...path, tag_name } } })
            }
          />
        </Section>
        <Section title="Teams">
          <SpaceTeams space={space} />
        </Section>
      </div>
    </>
  );
}

function SpaceFacts({ space }: { readonly space: Space }) {
  const { latitude, longitude, size_area: area, annual_rent: rent, daily_reset: reset } = space;
  const areaUnit = readable(space.size_area_unit).toLowerCase();
  return (
    <Facts
      facts={[
        ["Capacity", formatCount(space.capacity)],
        ["Target capacity", formatCount(space.target_capacity)],
        ["Safe limit", thresholdLabel(space)],
        ["Time zone", space.time_zone],
        ["Daily reset", reset === null ? "None" : `At ${formatTimeOfDay(reset)}`],
        ["Function", space.function === null ? NOTHING : readable(space.function)],
        ["Notes", space.notes, "long"],
        ["Address", space.address, "long"],
        ["Location", latitude !== null && longitude !== null && `${latitude}, ${longitude}`],
        ["Area", area !== null && `${formatNumber(area)} ${areaUnit}`],
        ["Annual rent", rent !== null && `${formatNumber(rent)} ${space.annual_rent_currency}`],
        ["Metadata", space.meta !== null && <code key="meta">{JSON.stringify(space.meta)}</code>, "long"],
        ["Id", <code key="id">{space.id}</code>],
        ["Created", formatInstant(space.created_at, space.time_zone), "long"],
      ]}
    />
  );
}

function SpaceSegments({ space }: { readonly space: Space }) {
  const { time_segments: segments, inherits_time_segments: inherits } = space;
  return (
    <>
      {segments.length === 0 && <p className="small soft">No time segments.</p>}
      {segments.length > 0 && (
        <ul className="set-up-lines">
          {segments.map(({ id, name, days, start, end }) => (
            <li key={id}>
              <strong>{name}</strong> {daysText(days)}, {hoursText(start, end)}
            </li>
          ))}
        </ul>
      )}
      <p className="small soft">
        {inherits
          ? "Time segments of the parent space also apply."
          : "Time segments of the parent space do not apply."}{" "}
        <Link to="/set-up/time-segments">Edit time segments</Link>
      </p>
    </>
  );
}

/** The explicit resets of a space; the daily reset is one of its settings. */
function SpaceResets({ space }: { readonly space: Space }) {
  const zone = space.time_zone;
  return (
    <Section
      title="Resets"
      actions={
        <ScopedButton scope="write" dialog={(onClose) => setCount(space)(onClose)}>
          Set count
        </ScopedButton>
      }
    >
      <PagedTable
        label="Resets"
        list={usePagedResets(space.id)}
        empty="No resets."
        columns={[
          [`Time (${zone})`, ({ timestamp }) => formatDateTime(timestamp, zone)],
          ["Count", ({ count }) => formatCount(count), "number"],
        ]}
        scope="admin"
        actionsOf={({ id, timestamp, count }) => (
          <VoidButton
            kind="reset"
            time={formatInstant(timestamp, zone)}
            changed={["resets", "spaces"]}
            request={(v2) => v2.DELETE("/v2/resets/{reset_id}/", { params: { path: { reset_id: id } } })}
          >
            The count was set to {formatCount(count)} on {formatInstant(timestamp, zone)}.
          </VoidButton>
        )}
      />
    </Section>
  );
}

const TIME_HINT = "Now or in the past. Later events change the count from this value.";

function setCount({ id, name, time_zone: zone }: Space): DialogOf {
  return formDialog({
    title: `Set the count of ${name}`,
    action: "Set count",
    initial: { count: "0", timestamp: localOf(Date.now(), zone) },
    request: (v2, values) => {
      const timestamp = instantOf(values.timestamp, zone, "timestamp");
      const count = numberOrNull(values.count, "count") ?? 0;
      return v2.POST("/v2/resets/", { body: { space_id: id, timestamp, count } });
    },
    saved: ({ count }) => ({
      changed: ["resets", "spaces"],
      message: `The count of ${name} has been set to ${formatCount(count)}.`,
    }),
    fields: (form) => (
      <div className="form-columns">
        <NumberField {...form.field("count", "Count")} />
        <DateTimeField {...form.field("timestamp", `Date and time in ${zone}`, TIME_HINT)} />
      </div>
    ),
  });
}
