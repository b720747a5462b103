import { useState, useSyncExternalStore } from "react";
import { Dialog } from "./components/dialog.tsx";
import { Field } from "./components/field.tsx";
import { Icon } from "./components/icon.tsx";
import { firstDayOf, hasTwelveHours } from "./locale.ts";
import {
  CLOCKS,
  choosePreferences,
  conventions,
  FIRST_DAYS,
  onPreferences,
  type Preferences,
  preferences,
} from "./preferences.ts";
import { storedTheme, storeTheme, THEMES, type Theme } from "./theme.ts";
import { weekdayName } from "./weeks.ts";

const SLIDERS = "M2 4.5h6m4 0h2M2 11.5h2m4 0h6M10 2.5v4M6 9.5v4";

/** Opens the settings of this browser: colours, clock and week. */
export function SettingsButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-label="Settings"
        title="Settings"
        onClick={() => setIsOpen(true)}
      >
        <Icon path={SLIDERS} />
      </button>
      {isOpen && <SettingsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Changes with each choice that everything shown depends on: as a key it has a part of the page made again. */
export function usePreferencesKey(): string {
  const { clock, firstDay } = useSyncExternalStore(onPreferences, preferences);
  return `${clock} ${firstDay}`;
}

const THEME_WORDS = { auto: "As the device", light: "Light", dark: "Dark" } as const;

/** Each choice holds at once, in this browser alone. */
function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const chosen = useSyncExternalStore(onPreferences, preferences);
  const { locale } = conventions();
  const choose = (changed: Partial<Preferences>) => choosePreferences({ ...chosen, ...changed });
  const clockWords = {
    auto: `As the language (${hasTwelveHours(locale) ? "12 hours" : "24 hours"})`,
    "24": "24 hours, such as 14:30",
    "12": "12 hours, such as 2:30 PM",
  };
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div className="form">
        <SettingField
          label="Colours"
          value={theme}
          choices={THEMES}
          wordsOf={(each) => THEME_WORDS[each]}
          onChoose={(each) => {
            storeTheme(each);
            setTheme(each);
          }}
        />
        <SettingField
          label="Clock"
          value={chosen.clock}
          choices={CLOCKS}
          wordsOf={(each) => clockWords[each]}
          onChoose={(clock) => choose({ clock })}
        />
        <SettingField
          label="First day of the week"
          value={chosen.firstDay}
          choices={FIRST_DAYS}
          wordsOf={(each) =>
            each === "auto"
              ? `As the language (${weekdayName(firstDayOf(locale))})`
              : weekdayName(Number(each))
          }
          onChoose={(firstDay) => choose({ firstDay })}
        />
        <p className="field-hint">These settings are kept in this browser.</p>
        <div className="form-actions">
          <button type="button" className="button button-primary" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function SettingField<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Value[];
  readonly wordsOf: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}) {
  const { label, value, choices, wordsOf, onChoose } = props;
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChoose(target.value as Value)}>
          {choices.map((each) => (
            <option key={each} value={each}>
              {wordsOf(each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
