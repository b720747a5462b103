import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import type { SpaceView } from "./view.ts";
import { panned, zoomedIn, zoomedOut } from "./zoom.ts";

/** Buttons that zoom and move the range. @param props.now about now, in ms; the range cannot move beyond it */
export function ZoomButtons({ view, now }: { readonly view: SpaceView; readonly now: number }) {
  const { range, base, isZoomed, zoomTo } = view;
  const inner = zoomedIn(range);
  const isAtEnd = range.end >= Math.max(now, base.end);
  return (
    <fieldset className="space-zoom" aria-label="Zoom">
      {isZoomed && (
        <Button className="space-zoom-out" onClick={() => zoomTo(null)}>
          Reset zoom
        </Button>
      )}
      <IconButton label="Earlier" icon="M10 3 5 8l5 5" onClick={() => zoomTo(panned(range, -1))} />
      <IconButton
        label="Later"
        icon="m6 3 5 5-5 5"
        isDisabled={isAtEnd}
        onClick={() => zoomTo(panned(range, 1))}
      />
      <IconButton
        label="Zoom out"
        icon="M3 8h10"
        isDisabled={!isZoomed}
        onClick={() => zoomTo(zoomedOut(range, base))}
      />
      <IconButton
        label="Zoom in"
        icon="M3 8h10M8 3v10"
        isDisabled={inner === null}
        onClick={() => inner !== null && zoomTo(inner)}
      />
    </fieldset>
  );
}

function IconButton(props: {
  readonly label: string;
  /** An SVG path in a view box of 16 by 16. */
  readonly icon: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}) {
  const { label, icon, isDisabled = false, onClick } = props;
  return (
    <Button
      className="space-icon-button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon path={icon} />
    </Button>
  );
}
