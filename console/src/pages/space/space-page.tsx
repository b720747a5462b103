import { Link, useParams } from "react-router";
import { Empty, QueryState } from "../../components/states.tsx";
import { useSpaces } from "../../queries/spaces.ts";
import { SpaceView } from "./space-view.tsx";
import "./space.css";

/** The counts of one space over any range. */
export function SpacePage() {
  const { spaceId } = useParams();
  const spaces = useSpaces();
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  const space = spaces.data.find(({ id }) => id === spaceId);
  if (space === undefined)
    return (
      <Empty title={`Space ${spaceId} not found`}>
        <Link to="/">All spaces</Link>
      </Empty>
    );
  // The key resets the state for another space.
  return <SpaceView key={space.id} space={space} />;
}
