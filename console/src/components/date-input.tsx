import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { formatInput, readDate, readDateTime } from "../format.ts";
import { Icon } from "./button.tsx";
import { type ControlProps, Field } from "./field.tsx";

const Calendar = lazy(async () => ({ default: (await import("./calendar.tsx")).Calendar }));

const CALENDAR_ICON = "M2.5 4.5h11v9h-11zM2.5 7.5h11M5.5 2.5v3M10.5 2.5v3";
const MIDNIGHT = "00:00";

/**
 * A local date, or date and time, with a calendar. The built-in control of the browser would ignore the settings.
 *
 * @param props.value `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; invalid text as typed; or empty
 */
export function DateInput(props: {
  readonly control: ControlProps;
  readonly value: string;
  readonly hasTime?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { control, value, hasTime = false, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const read = hasTime ? readDateTime : readDate;
  const type = (text: string) => {
    setTyped(text);
    onChange(text.trim() === "" ? "" : (read(text) ?? text.trim()));
  };
  const [day = "", time = MIDNIGHT] = value.split("T");
  const choose = (chosen: string) => {
    setTyped(null);
    onChange(hasTime ? `${chosen}T${time}` : chosen);
  };
  return (
    <div className="date-input">
      <input
        {...control}
        autoComplete="off"
        spellCheck={false}
        placeholder={formatInput(hasTime ? "2026-05-31T14:00" : "2026-05-31")}
        value={typed ?? formatInput(value)}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(null)}
      />
      <CalendarButton day={readDate(day)} onChoose={choose} />
    </div>
  );
}

/** Opens a calendar, which a selection, Escape or a click outside closes. */
function CalendarButton(props: { readonly day: string | null; readonly onChoose: (day: string) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    popover.current?.hidePopover();
    button.current?.focus();
  };
  // Keeps the calendar at its button.
  const follow = useCallback(() => {
    if (popover.current !== null && button.current !== null) place(popover.current, button.current);
  }, []);
  const open = () => {
    follow();
    popover.current?.showPopover();
  };
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener("resize", follow);
    window.addEventListener("scroll", follow, true);
    return () => {
      window.removeEventListener("resize", follow);
      window.removeEventListener("scroll", follow, true);
    };
  }, [isOpen, follow]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Keeps a dialog around it open.
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        aria-label="Open the calendar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <Icon path={CALENDAR_ICON} />
      </button>
      <div
        ref={popover}
        popover="auto"
        role="dialog"
        aria-label="Calendar"
        className="calendar"
        onToggle={(event) => setIsOpen(event.newState === "open")}
        onKeyDown={onKeyDown}
      >
        {isOpen && (
          <Suspense>
            <Calendar
              day={props.day}
              onChoose={(day) => {
                props.onChoose(day);
                close();
              }}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}

const EDGE_PX = 8;
/** The size of a calendar. */
const WIDTH_PX = 304;
const HEIGHT_PX = 360;

/** Positions the calendar below the button, or above it if there is no room. */
function place(popover: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const left = Math.min(right - WIDTH_PX, innerWidth - WIDTH_PX - EDGE_PX);
  const below = bottom + EDGE_PX / 2;
  const fits = below + HEIGHT_PX <= innerHeight;
  popover.style.left = `${Math.max(EDGE_PX, left)}px`;
  popover.style.top = `${fits ? below : Math.max(EDGE_PX, Math.min(top - HEIGHT_PX, innerHeight - HEIGHT_PX))}px`;
}

/** A day, `YYYY-MM-DD`, or an empty text. Shows an error for an invalid date, without changing the value. */
export function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const { label, value, onChange } = props;
  const [invalid, setInvalid] = useState<string | null>(null);
  const change = (day: string) => {
    const isValid = day === "" || readDate(day) === day;
    setInvalid(isValid ? null : day);
    if (isValid) onChange(day);
  };
  return (
    <Field label={label} error={invalid === null ? undefined : "Not a valid date."}>
      {(control) => <DateInput control={control} value={invalid ?? value} onChange={change} />}
    </Field>
  );
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The first and the last day of a range. */
export function DayRangeFields(props: {
  readonly days: DayRange;
  readonly onChange: (days: DayRange) => void;
}) {
  const { days, onChange } = props;
  const set = (changed: Partial<DayRange>) => {
    if (!Object.values(changed).includes("")) onChange({ ...days, ...changed });
  };
  return (
    <>
      <DayField label="From" value={days.from} onChange={(from) => set({ from })} />
      <DayField label="To (inclusive)" value={days.to} onChange={(to) => set({ to })} />
    </>
  );
}
