import { useState, useSyncExternalStore } from "react";
import { Button, DialogButton, Icon } from "./components/button.tsx";
import { Dialog } from "./components/dialog.tsx";
import { SelectField } from "./components/form/fields.tsx";
import {
  CLOCKS,
  choosePreferences,
  conventions,
  FIRST_DAYS,
  firstDayOf,
  hasTwelveHours,
  onPreferences,
  type Preferences,
  preferences,
  storedTheme,
  storeTheme,
  THEMES,
  type Theme,
  weekdayName,
} from "./preferences.ts";

const SLIDERS_ICON = "M2 4.5h6m4 0h2M2 11.5h2m4 0h6M10 2.5v4M6 9.5v4";

/** Opens the settings: colours, clock and first day of the week. */
export function SettingsButton() {
  return (
    <DialogButton
      look="quiet"
      aria-label="Settings"
      title="Settings"
      dialog={(onClose) => <SettingsDialog onClose={onClose} />}
    >
      <Icon path={SLIDERS_ICON} />
    </DialogButton>
  );
}

/** A React key that changes with the settings, so that components render again. */
export function usePreferencesKey(): string {
  const { clock, firstDay } = useSyncExternalStore(onPreferences, preferences);
  return `${clock} ${firstDay}`;
}

const THEME_LABELS = { auto: "System", light: "Light", dark: "Dark" } as const;

/** Each change applies at once. */
function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const chosen = useSyncExternalStore(onPreferences, preferences);
  const { locale } = conventions();
  const choose = (changed: Partial<Preferences>) => choosePreferences({ ...chosen, ...changed });
  const clockLabels = {
    auto: `Default (${hasTwelveHours(locale) ? "12 hours" : "24 hours"})`,
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
          labelOf={(each) => THEME_LABELS[each]}
          onChoose={(each) => {
            storeTheme(each);
            setTheme(each);
          }}
        />
        <SettingField
          label="Clock"
          value={chosen.clock}
          choices={CLOCKS}
          labelOf={(each) => clockLabels[each]}
          onChoose={(clock) => choose({ clock })}
        />
        <SettingField
          label="First day of the week"
          value={chosen.firstDay}
          choices={FIRST_DAYS}
          labelOf={(each) =>
            each === "auto" ? `Default (${weekdayName(firstDayOf(locale))})` : weekdayName(Number(each))
          }
          onChoose={(firstDay) => choose({ firstDay })}
        />
        <p className="field-hint">The settings are stored in this browser.</p>
        <div className="form-actions">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function SettingField<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Value[];
  readonly labelOf: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}) {
  const { label, value, choices, labelOf, onChoose } = props;
  return (
    <SelectField
      label={label}
      value={value}
      choices={choices.map((each) => ({ value: each, name: labelOf(each) }))}
      onChange={onChoose}
    />
  );
}
