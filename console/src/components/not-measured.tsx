import { Link } from "react-router";
import { NOT_MEASURED } from "../measured.ts";
import type { Space } from "../queries/spaces.ts";
import { useMay } from "../session.tsx";
import { Empty } from "./states.tsx";

/** Replaces counts that no doorway has measured. */
export function NotMeasured({ space }: { readonly space: Space }) {
  const mayWrite = useMay("write");
  return (
    <Empty title={NOT_MEASURED}>
      <p>
        No doorway was linked to {space.name} in this period, so its count is unknown. The counts of the
        spaces inside it are not added up.
      </p>
      {mayWrite && (
        <p>
          <Link to={`/set-up/spaces/${space.id}`}>Link a doorway</Link>
        </p>
      )}
    </Empty>
  );
}
