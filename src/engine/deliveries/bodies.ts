import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { WebhookVersion } from "../../domain/resources.ts";
import type { CountMessage, ThresholdMessage } from "../live/messages.ts";

/** The organization as named in the API. */
export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** The body of a call for an event, as documented. */
export function countBody(
  version: WebhookVersion,
  message: Omit<CountMessage, "eventId">,
  organization: Organization,
): string {
  const space_id = formatId("space", message.spaceId);
  const doorway_id = formatId("doorway", message.doorwayId);
  const { direction, count } = message;
  if (version === "v1") return JSON.stringify({ space_id, doorway_id, direction, count });
  return JSON.stringify({
    timestamp: formatInstant(message.timestamp),
    space_id,
    doorway_id,
    organization_id: organization.id,
    organization_name: organization.name,
    direction,
    count,
  });
}

/** The body of a call when a count crosses the safe limit (D23). */
export function thresholdBody(message: ThresholdMessage, organization: Organization): string {
  return JSON.stringify({
    type: message.type,
    space_id: formatId("space", message.spaceId),
    timestamp: formatInstant(message.timestamp),
    unsafe: message.unsafe,
    count: message.count,
    limit: message.limit,
    organization_id: organization.id,
    organization_name: organization.name,
  });
}
