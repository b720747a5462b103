import { Link } from "react-router";
import { NOT_MEASURED } from "../measured.ts";
import type { Space } from "../queries/spaces.ts";
import { useMay } from "../session.tsx";
import { Empty } from "./states.tsx";

/** In the place of counts that nothing has measured. */
export function NotMeasured({ space }: { readonly space: Space }) {
  const mayWrite = useMay("write");
  return (
    <Empty title={NOT_MEASURED}>
      <p>
        No doorway leads into {space.name} in this time, so its count is not known. What is inside it does not
        add up to it.
      </p>
      {mayWrite && (
        <p>
          <Link to={`/set-up/spaces/${space.id}`}>Link a doorway</Link>
        </p>
      )}
    </Empty>
  );
}
