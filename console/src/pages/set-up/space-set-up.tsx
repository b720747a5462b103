import { useState } from "react";
import { Link } from "react-router";
import {
  formatCount,
  formatInstant,
  formatNumber,
  formatTimeOfDay,
  NOTHING,
  readable,
} from "../../format.ts";
import { pathOf, type Space } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { Fact, Facts, Section, ThingHeader } from "./parts.tsx";
import { DeleteSpaceDialog, EditSpaceDialog, NewSpaceDialog } from "./space-dialogs.tsx";
import { SpaceLinks } from "./space-links.tsx";
import { SpaceResets } from "./space-resets.tsx";
import { SpaceTags, SpaceTeams } from "./space-tags.tsx";
import { daysText, hoursText, TYPE_NAMES, thresholdWords } from "./words.ts";

interface SpaceProps {
  readonly space: Space;
  readonly spaces: readonly Space[];
}

/** All that is set up of one space. */
export function SpaceSetUp({ space, spaces }: SpaceProps) {
  return (
    <>
      <ThingHeader
        back={{ to: "/set-up/spaces", name: "All spaces" }}
        name={space.name}
        about={
          <>
            {TYPE_NAMES[space.space_type]}
            {space.parent_id !== null && ` in ${pathOf(space)}`} ·{" "}
            <Link to={`/spaces/${space.id}`}>See its counts</Link>
          </>
        }
        actions={<SpaceActions space={space} spaces={spaces} />}
      />
      <Section title="Settings">
        <SpaceFacts space={space} />
      </Section>
      <SpaceLinks space={space} />
      <SpaceResets space={space} />
      <Section title="Time segments">
        <SpaceSegments space={space} />
      </Section>
      <div className="set-up-pair">
        <Section title="Tags">
          <SpaceTags space={space} />
        </Section>
        <Section title="Teams">
          <SpaceTeams space={space} />
        </Section>
      </div>
    </>
  );
}

function SpaceActions({ space, spaces }: SpaceProps) {
  const mayWrite = useMay("write");
  const [dialog, setDialog] = useState<"edit" | "add" | "delete" | null>(null);
  if (!mayWrite) return null;
  const onClose = () => setDialog(null);
  return (
    <>
      <button type="button" className="button" onClick={() => setDialog("add")}>
        Add a space inside
      </button>
      <button type="button" className="button button-danger" onClick={() => setDialog("delete")}>
        Delete
      </button>
      <button type="button" className="button button-primary" onClick={() => setDialog("edit")}>
        Edit
      </button>
      {dialog === "edit" && <EditSpaceDialog space={space} spaces={spaces} onClose={onClose} />}
      {dialog === "add" && <NewSpaceDialog parent={space} spaces={spaces} onClose={onClose} />}
      {dialog === "delete" && <DeleteSpaceDialog space={space} spaces={spaces} onClose={onClose} />}
    </>
  );
}

function SpaceFacts({ space }: { readonly space: Space }) {
  const hasPlace = space.latitude !== null && space.longitude !== null;
  return (
    <Facts>
      <Fact name="Legal capacity">{formatCount(space.capacity)}</Fact>
      <Fact name="Target capacity">{formatCount(space.target_capacity)}</Fact>
      <Fact name="Safe limit">{thresholdWords(space)}</Fact>
      <Fact name="Time zone">{space.time_zone}</Fact>
      <Fact name="Daily reset">
        {space.daily_reset === null ? "Never" : `To 0 at ${formatTimeOfDay(space.daily_reset)}`}
      </Fact>
      <Fact name="Function">{space.function === null ? NOTHING : readable(space.function)}</Fact>
      <Fact name="Notes" isLong>
        {space.notes}
      </Fact>
      <Fact name="Address" isLong>
        {space.address}
      </Fact>
      <Fact name="Location">{hasPlace && `${space.latitude}, ${space.longitude}`}</Fact>
      <Fact name="Area">
        {space.size_area !== null &&
          `${formatNumber(space.size_area)} ${readable(space.size_area_unit).toLowerCase()}`}
      </Fact>
      <Fact name="Annual rent">
        {space.annual_rent !== null && `${formatNumber(space.annual_rent)} ${space.annual_rent_currency}`}
      </Fact>
      <Fact name="Own data" isLong>
        {space.meta !== null && <code>{JSON.stringify(space.meta)}</code>}
      </Fact>
      <Fact name="Id">
        <code>{space.id}</code>
      </Fact>
      <Fact name="Created" isLong>
        {formatInstant(space.created_at, space.time_zone)}
      </Fact>
    </Facts>
  );
}

function SpaceSegments({ space }: { readonly space: Space }) {
  const { time_segments: segments, inherits_time_segments: inherits } = space;
  return (
    <>
      {segments.length === 0 && <p className="field-hint">None apply.</p>}
      {segments.length > 0 && (
        <ul className="set-up-lines">
          {segments.map(({ id, name, days, start, end }) => (
            <li key={id}>
              <strong>{name}</strong> {daysText(days)}, {hoursText(start, end)}
            </li>
          ))}
        </ul>
      )}
      <p className="field-hint">
        {inherits
          ? "Those of what it is inside apply, too."
          : "Only its own apply: it does not use those of what it is inside."}{" "}
        <Link to="/set-up/time-segments">Change time segments</Link>
      </p>
    </>
  );
}
