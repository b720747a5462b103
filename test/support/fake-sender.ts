import type { CallResult, OutgoingCall, WebhookSender } from "../../src/engine/deliveries/webhook-sender.ts";

const DELIVERED: CallResult = { responseStatus: 204, error: null };
export const REFUSED: CallResult = { responseStatus: null, error: "connection refused" };

type Answer = (call: OutgoingCall) => CallResult | Promise<CallResult>;

/** Takes calls as its receivers are told to, and notes them; a receiver is an endpoint. */
export class FakeSender implements WebhookSender {
  readonly calls: OutgoingCall[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #underWay = new Map<string, Set<string>>();
  /** The most calls under way at the same time, by endpoint. */
  readonly most = new Map<string, number>();
  /** What must never be, such as two calls of one queue under way. */
  readonly complaints: string[] = [];
  isClosed = false;

  /** From now on an endpoint answers so; by default all calls are delivered at once. */
  answer(endpoint: string, answer: Answer): void {
    this.#answers.set(endpoint, answer);
  }

  async send(call: OutgoingCall): Promise<CallResult> {
    const { endpoint } = call;
    const { space_id: space } = JSON.parse(call.body) as { space_id: string };
    const underWay = this.#underWay.get(endpoint) ?? new Set<string>();
    this.#underWay.set(endpoint, underWay);
    if (underWay.has(space)) this.complaints.push(`two calls of ${space} under way to ${endpoint}`);
    if (this.isClosed) this.complaints.push("a call after the end");
    underWay.add(space);
    this.most.set(endpoint, Math.max(this.most.get(endpoint) ?? 0, underWay.size));
    this.calls.push(call);
    try {
      return await (this.#answers.get(endpoint) ?? (() => DELIVERED))(call);
    } finally {
      underWay.delete(space);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** The sequence numbers of the calls to an endpoint for a space, in the order of calling. */
  sequences(endpoint: string, spaceId: bigint): number[] {
    return this.calls
      .filter((call) => call.endpoint === endpoint && call.body.includes(`"spc_${spaceId}"`))
      .map(({ sequence }) => sequence);
  }
}
