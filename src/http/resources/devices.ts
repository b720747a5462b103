import { z } from "zod";
import { type DeviceMessage, IGNORED, joined, translateMessage } from "../../devices/adapter.ts";
import { HTTP_ADAPTERS } from "../../devices/adapter-names.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { DEVICE_MESSAGE_BYTES_MAX } from "../../domain/limits.ts";
import type { TranslatedMessage } from "../../domain/reading.ts";
import { ingestMessage, type ReadingIngest } from "../../engine/ingest/ingest-readings.ts";
import { yieldToEventLoop } from "../../engine/yielding.ts";
import { documented, namedObject } from "../../schemas/fields.ts";
import { actorOf } from "../admission/auth.ts";
import type { BodyReader } from "../bodies/bodies.ts";
import { takeDeviceBodies } from "../bodies/device-bodies.ts";
import type { ChangeParts } from "../resource-routes.ts";
import type { App, HttpOptions, Operation } from "../types.ts";
import { readingsFigures } from "./sensor-events.ts";

const messageAnswer = namedObject("MessageResult", {
  ...readingsFigures,
  ignored: z.int(),
  notes: z.array(z.string()).readonly().optional(),
});

const adapterInPath = z.enum(HTTP_ADAPTERS, {
  error: `the adapter does not exist; the adapters are ${HTTP_ADAPTERS.join(", ")}`,
});

/** The query of an address belongs to the adapter; ChirpStack adds `event`. */
const query = z.looseObject({ event: z.string().optional() });

/** Any body: an adapter reads it. */
const message = documented(z.array(z.instanceof(Buffer)).optional(), {});

const DETAIL =
  "Takes a message as the device or the network server sends it, whatever its content type. What cannot be used is " +
  "answered 200, too, and counted as `ignored`, `alive` or `rejected`, since devices repeat what is refused; a message " +
  "that is damaged or not of the adapter is a 400.";

const TAKEN = {
  tag: "Devices",
  consumes: ["application/json", "application/xml", "multipart/form-data", "*/*"],
} as const satisfies Partial<Operation>;

const BY_HEADER = {
  ...TAKEN,
  id: "storeDeviceMessage",
  summary: "Store a message of a device",
  detail: `${DETAIL}\n\nThe token may also be the password of Basic authentication, or the whole \`Authorization\`.`,
} as const satisfies Operation;

const BY_PATH = {
  ...TAKEN,
  id: "storeDeviceMessageByPath",
  summary: "Store a message of a device that can send no header",
  detail: `${DETAIL}\n\nOnly a token with the scope \`ingest\` alone is taken in the path.`,
  isTokenInPath: true,
} as const satisfies Operation;

type DeviceRoutesParts = ChangeParts &
  ReadingIngest & { readonly bodies: BodyReader } & Pick<HttpOptions, "translateApart">;

/** POST /devices/:adapter/ and /devices/:adapter/:token/ (D32). */
export function deviceRoutes(app: App, http: DeviceRoutesParts): void {
  takeDeviceBodies(app, http.bodies);
  const routes = [
    ["/devices/:adapter/", z.object({ adapter: adapterInPath }), BY_HEADER],
    ["/devices/:adapter/:token/", z.object({ adapter: adapterInPath, token: z.string() }), BY_PATH],
  ] as const;
  for (const [path, params, operation] of routes)
    app.post(
      path,
      {
        bodyLimit: DEVICE_MESSAGE_BYTES_MAX,
        // Devices send any `Accept`.
        config: { access: "ingest", formats: [], isDecidedLater: true, operation },
        schema: { params, querystring: query, body: message, response: { 200: messageAnswer } },
      },
      async (request) => {
        // They are loaded with the first message: most servers get none.
        const { ADAPTERS } = await import("../../devices/adapters.ts");
        const sender = { ...http, actor: actorOf(http, request) };
        const parts = { query: firstValues(request.query), receivedAt: http.clock.now() };
        const bodies = (request.body ?? []).filter(({ length }) => length > 0);
        const messages = bodies.map((body) => ({ body, ...parts }));
        const { adapter } = request.params;
        const { importId: _, ...result } = await ingestMessage(
          sender,
          await translateAll(messages, (each) =>
            translateMessage(adapter, ADAPTERS[adapter], each, http.translateApart ?? null),
          ),
        );
        return result;
      },
    );
}

/** The values of a query, of a repeated parameter the first. */
function firstValues(given: Readonly<Record<string, unknown>>): DeviceMessage["query"] {
  const values = Object.entries(given).map(([name, value]) => [name, [value].flat()[0]] as const);
  return Object.fromEntries(
    values.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * What the messages of one body say together, read in turns with other requests. Of several, some can be none of the
 * adapter; a body without any tests the address.
 *
 * @throws HeadcountError `invalid` if none is a message of the adapter
 */
async function translateAll(
  messages: readonly DeviceMessage[],
  translate: (message: DeviceMessage) => TranslatedMessage | Promise<TranslatedMessage>,
): Promise<TranslatedMessage> {
  const [only, ...others] = messages;
  if (only === undefined) return IGNORED;
  if (others.length === 0) return translate(only);
  const failures: HeadcountError[] = [];
  const parts: TranslatedMessage[] = [];
  for (const each of messages) {
    await yieldToEventLoop();
    try {
      parts.push(await translate(each));
    } catch (error) {
      if (!(error instanceof HeadcountError)) throw error;
      failures.push(error);
      parts.push(IGNORED);
    }
  }
  if (failures[0] !== undefined && failures.length === parts.length) throw failures[0];
  return joined(parts);
}
