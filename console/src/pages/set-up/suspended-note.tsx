import { Offer } from "../../components/states.tsx";
import { deviceZone, formatInstant } from "../../format.ts";
import { type Sensor, useReadings } from "../../queries/sensors.ts";
import { countingDialog, decisionDialog } from "./counting-dialogs.tsx";
import { ScopedButton } from "./parts.tsx";
import { sentence, withLocalTimes } from "./sensor-lines.ts";

/** Why the line of a sensor is suspended, and the decisions that end it (D31). */
export function SuspendedNote({ sensor }: { readonly sensor: Sensor }) {
  const { counting, state_detail: detail } = sensor;
  const { items: readings } = useReadings(sensor.serial_number);
  // Only what its device does not say needs a direction: such a register has one total.
  const hasOne = readings.length > 0 && readings.every(({ out_total, out }) => (out_total ?? out) === null);
  const needsDirection = hasOne && counting.direction === null;
  const text = withLocalTimes(sentence(detail ?? ""), (instant) => formatInstant(instant, deviceZone()));
  return (
    <section className="error-note" aria-label="Suspended">
      <p className="strong">{text}.</p>
      <p>Its readings are kept. After a decision, those since then are judged again.</p>
      <Offer what="Deciding" scope="write">
        <div className="row gap-2">
          {needsDirection ? (
            <>
              <Decision sensor={sensor} title="It counts people in" decision={{ direction: "in" }} />
              <Decision sensor={sensor} title="It counts people out" decision={{ direction: "out" }} />
            </>
          ) : (
            <>
              <Decision
                sensor={sensor}
                title={counting.reverse ? "Do not reverse" : "Reverse"}
                decision={{ reverse: !counting.reverse }}
              />
              <Decision sensor={sensor} title="Count on as it is" decision={{}} />
            </>
          )}
          <ScopedButton scope="write" look="quiet" dialog={countingDialog(sensor)}>
            Other settings
          </ScopedButton>
        </div>
      </Offer>
    </section>
  );
}

function Decision(props: {
  readonly sensor: Sensor;
  readonly title: string;
  readonly decision: Partial<Sensor["counting"]>;
}) {
  const { sensor, title, decision } = props;
  return (
    <ScopedButton scope="write" dialog={decisionDialog(sensor, title, decision)}>
      {title}
    </ScopedButton>
  );
}
