import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../components/button.tsx";
import { InlineConfirm, useLeaveGuard } from "../../components/dialog.tsx";
import { RadioGroup } from "../../components/form/choices.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { CopyButton } from "../../components/secret-dialog.tsx";
import { ErrorNote, Offer } from "../../components/states.tsx";
import { useNewToken } from "../../queries/resources.ts";
import { useUrlValues } from "../../search-parameters.ts";
import { useMay } from "../../session.tsx";
import { ArrivalsSection } from "./arrivals.tsx";
import {
  ADAPTER_NAMES,
  type AdapterName,
  DEVICE_KINDS,
  enteredAt,
  hintsOf,
  isAdapter,
  pageOf,
  type Transport,
  transportsOf,
} from "./device-kinds.ts";
import { Section } from "./parts.tsx";

const TRANSPORTS: Readonly<Record<Transport, { readonly name: string; readonly hint: string }>> = {
  address: {
    name: "HTTP, token in the address",
    hint: "For devices whose form has nothing but an address. A proxy may log addresses.",
  },
  header: {
    name: "HTTP, token in a header or as a password",
    hint: "For devices that can send a header Authorization, or a user and a password (Basic).",
  },
  mqtt: { name: "MQTT", hint: "The device publishes at a broker to which the server subscribes." },
};

/** Connects a device: what to enter there, a token for it, and its first message. */
export function ConnectPage() {
  const [values, setValues] = useUrlValues(["device", "transport"]);
  const adapter = isAdapter(values.device) ? values.device : null;
  const offered = adapter === null ? [] : transportsOf(adapter);
  const usual = adapter === null ? "address" : DEVICE_KINDS[adapter].usual;
  const transport = offered.find((each) => each === values.transport) ?? usual;
  const token = useNewToken(adapter === null ? "" : DEVICE_KINDS[adapter].name, "ingest");
  const [isSaved, setIsSaved] = useState(false);
  const guard = useLeaveGuard({
    wouldLose: () => token.data !== undefined && !isSaved,
    isPage: true,
    onClose: () => {},
  });
  return (
    <div className="stack set-up-detail">
      <div>
        <Link className="small set-up-back" to="/set-up/sensors">
          ‹ All sensors
        </Link>
        <h2>Connect a device</h2>
      </div>
      <Section title="Device">
        <SelectField
          label="What is it?"
          hint={adapter === null ? OTHERS : `${DEVICE_KINDS[adapter].devices}.`}
          value={adapter ?? ""}
          choices={[
            { value: "", name: "Select…" },
            ...ADAPTER_NAMES.map((value) => ({ value, name: DEVICE_KINDS[value].name })),
          ]}
          onChange={(device) => setValues({ device, transport: "" })}
        />
        {offered.length > 1 && (
          <RadioGroup
            label="How does it send?"
            value={transport}
            choices={offered.map((value) => ({
              value,
              ...TRANSPORTS[value],
              name: TRANSPORTS[value].name + (value === usual ? " (usual)" : ""),
            }))}
            onChange={(each) => setValues({ transport: each })}
          />
        )}
      </Section>
      {guard.isAsking && (
        <div className="card">
          <InlineConfirm
            text="You have not copied the token. Leave without saving it?"
            cancel="Stay"
            onCancel={guard.stay}
            confirm="Leave"
            onConfirm={guard.leave}
          />
        </div>
      )}
      {adapter !== null && transport === "mqtt" && <ByMqtt adapter={adapter} />}
      {adapter !== null && transport !== "mqtt" && (
        <ByHttp adapter={adapter} transport={transport} token={token} onCopied={() => setIsSaved(true)} />
      )}
      {adapter !== null && (
        <ArrivalsSection isMqtt={transport === "mqtt"} hints={hintsOf(adapter, transport)} />
      )}
    </div>
  );
}

const OTHERS = (
  <>
    LoRaWAN counters are connected by their network server. Any other device or program: send readings or
    events to the API, <a href="/docs">as its reference says</a>.
  </>
);

/** The token that stands for one that has not been created. */
const NO_TOKEN = "TOKEN";

/** The address and the token for a device, and what to enter there. */
function ByHttp(props: {
  readonly adapter: AdapterName;
  readonly transport: Exclude<Transport, "mqtt">;
  readonly token: ReturnType<typeof useNewToken>;
  /** Runs when a text with the token has been copied. */
  readonly onCopied: () => void;
}) {
  const { adapter, transport, token, onCopied } = props;
  const kind = DEVICE_KINDS[adapter];
  const secret = token.data?.token ?? null;
  const entered = enteredAt(location.origin, adapter, transport, secret ?? NO_TOKEN);
  const copies = [
    { what: "the address", text: entered.address, hasToken: transport === "address" },
    ...(entered.authorization === null
      ? []
      : [
          { what: "the header Authorization", text: entered.authorization, hasToken: true },
          { what: "the token alone, as a password with any user", text: entered.token, hasToken: true },
        ]),
  ];
  return (
    <Section title="What to enter">
      {isLoopback(location.hostname) && (
        <p className="error-note" role="status">
          This page is open at {location.host}, which only this machine reaches. Open it at the address at
          which the device reaches the server, so that the address below is right.
        </p>
      )}
      {secret === null ? (
        <Offer what="Creating a token for the device" scope="admin">
          <div className="row">
            <Button look="primary" disabled={token.isPending} onClick={() => token.mutate()}>
              Create a token for {kind.name}
            </Button>
            <span className="small soft">It can only send: its scope is ingest.</span>
          </div>
        </Offer>
      ) : (
        <p className="strong" role="status">
          Copy the token now. It cannot be shown again.
        </p>
      )}
      {token.isError && <ErrorNote error={token.error} />}
      {copies.map(({ what, text, hasToken }) => (
        <Copied key={what} what={what} text={text} onCopied={hasToken ? onCopied : undefined} />
      ))}
      <FieldList adapter={adapter} transport={transport} fields={kind.fieldsOf(entered)} />
    </Section>
  );
}

/** Whether an address is that of the machine itself. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);
}

/** A text to copy. */
function Copied(props: {
  readonly what: string;
  readonly text: string;
  readonly onCopied?: (() => void) | undefined;
}) {
  const { what, text, onCopied = () => {} } = props;
  return (
    <div>
      <p className="small soft">{what.charAt(0).toUpperCase() + what.slice(1)}</p>
      <div className="set-up-entered">
        <code className="break">{text}</code>
        <CopyButton text={text} what={what} onCopied={onCopied} />
      </div>
    </div>
  );
}

function FieldList(props: {
  readonly adapter: AdapterName;
  readonly transport: Transport;
  readonly fields: ReturnType<(typeof DEVICE_KINDS)[AdapterName]["fieldsOf"]>;
}) {
  const { adapter, transport, fields } = props;
  const shown = fields.filter((field): field is readonly [string, string] => field[1] !== null);
  return (
    <>
      {shown.length > 0 && (
        <>
          <p className="strong">At {DEVICE_KINDS[adapter].name}</p>
          <dl className="set-up-facts">
            {shown.map(([field, value]) => (
              <div key={field} className="set-up-long-fact">
                <dt className="small soft">{field}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <ul className="small">
        {hintsOf(adapter, transport).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <DevicePage key={pageOf(adapter, transport)} name={pageOf(adapter, transport)} />
    </>
  );
}

/** The pages of the documents about devices, by their paths; each is loaded when it is shown. */
const PAGES = import.meta.glob<string>("../../../../docs/devices/*.md", { query: "?raw", import: "default" });

/** A page of the documents about a device. @param props.name of its file */
function DevicePage({ name }: { readonly name: string }) {
  const [text, setText] = useState("");
  const load = () => void PAGES[`../../../../docs/devices/${name}`]?.().then(setText);
  return (
    <details onToggle={load}>
      <summary>
        All fields, and what is read: <code>docs/devices/{name}</code>
      </summary>
      <pre className="command set-up-document">{text}</pre>
    </details>
  );
}

/** The options with which the server subscribes to the messages of a device. */
function ByMqtt({ adapter }: { readonly adapter: AdapterName }) {
  const isAdmin = useMay("admin");
  const options = `--mqtt mqtts://USER:PASSWORD@BROKER:8883 --mqtt-topic '${adapter}=TOPICS'`;
  return (
    <Section title="What to enter">
      <p>
        Start the server with these options. <code>TOPICS</code> is a filter of the topics at which the device
        publishes, such as <code>counters/+/data</code>.
      </p>
      <Copied what="the options of serve" text={options} />
      <p className="small soft">
        A device needs no token then, and the broker has its own users.{" "}
        {isAdmin && (
          <>
            <Link to="/set-up/servers">Servers</Link> shows whether the server is connected to the broker.
          </>
        )}
      </p>
      <FieldList adapter={adapter} transport="mqtt" fields={[]} />
    </Section>
  );
}
