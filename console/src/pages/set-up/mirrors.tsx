import type { ReactNode } from "react";
import { Empty } from "../../components/states.tsx";
import { deviceZone, formatCount, formatDateTime, formatDuration, NOTHING } from "../../format.ts";
import type { Mirror } from "../../queries/resources.ts";
import { ItemTable } from "./lists.tsx";
import { Section, Status } from "./parts.tsx";

/** Without events, a mirror is brought up to date once a minute. If it is older than this, in s, it is behind. */
const BEHIND_S = 120;

/** The copies of the data in ClickHouse. */
export function Mirrors({ mirrors }: { readonly mirrors: readonly Mirror[] }) {
  const zone = deviceZone();
  if (mirrors.length === 0)
    return (
      <Section title="Mirrors" isTop>
        <Empty title="No mirrors">
          <p>
            A server that is started with <code>--analytics</code> keeps a copy of the data in ClickHouse up
            to date.
          </p>
        </Empty>
      </Section>
    );
  return (
    <Section title="Mirrors" isTop>
      <p className="small soft">They are copies of the data in ClickHouse.</p>
      <ItemTable
        label="Mirrors"
        items={mirrors.map((mirror, index) => ({ ...mirror, id: `${index} ${mirror.database}` }))}
        columns={[
          ["Database", ({ database }) => <Address of={database} />, "name"],
          ["State", stateOf],
          ["Events behind", ({ lag_events }) => formatCount(lag_events), "number"],
          [
            `Data as of (${zone})`,
            ({ as_of, lag_seconds }) => <Freshness asOf={as_of} seconds={lag_seconds} zone={zone} />,
            "time",
          ],
          ["Rows per second", ({ rows_per_second }) => formatCount(rows_per_second), "number"],
        ]}
      />
    </Section>
  );
}

/** An address `host:port/name`, which breaks before the name if it is too long. */
function Address({ of }: { readonly of: string }) {
  const slash = of.lastIndexOf("/") + 1;
  return (
    <>
      {of.slice(0, slash)}
      <wbr />
      {of.slice(slash)}
    </>
  );
}

/** Whether a mirror is up to date, and why not. */
function stateOf({ error, lag_events, lag_seconds }: Mirror): ReactNode {
  if (error !== null)
    return (
      <>
        <Status colour="bad">Failing</Status>
        <span className="small block break">{error}</span>
      </>
    );
  if (lag_events === null) return <Status colour="off">Not copied yet</Status>;
  if (lag_events > 0 || (lag_seconds ?? 0) > BEHIND_S) return <Status colour="warn">Catching up</Status>;
  return <Status colour="good">Up to date</Status>;
}

/** The instant of the data of a mirror, and how long ago that is. */
function Freshness(props: {
  readonly asOf: string | null;
  readonly seconds: number | null;
  readonly zone: string;
}) {
  const { asOf, seconds, zone } = props;
  if (asOf === null) return NOTHING;
  return (
    <>
      <span className="block">{formatDateTime(asOf, zone)}</span>
      {seconds !== null && <span className="smaller soft block">{formatDuration(seconds * 1_000)} ago</span>}
    </>
  );
}
