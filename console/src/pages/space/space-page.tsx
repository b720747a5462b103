import { Link, useParams } from "react-router";
import { Empty, Unanswered } from "../../components/states.tsx";
import { useSpaces } from "../../queries/spaces.ts";
import { SpaceView } from "./space-view.tsx";
import "./space.css";

/** One space: its count over any time, up to now. */
export function SpacePage() {
  const { spaceId } = useParams();
  const spaces = useSpaces();
  if (spaces.data === undefined) return <Unanswered query={spaces} />;
  const space = spaces.data.find(({ id }) => id === spaceId);
  if (space === undefined)
    return (
      <Empty title={`There is no space ${spaceId}.`}>
        <p>
          It may have been deleted. <Link to="/">See all spaces</Link>
        </p>
      </Empty>
    );
  // Another space begins anew, with the same view of it.
  return <SpaceView key={space.id} space={space} />;
}
