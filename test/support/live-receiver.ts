import { Webhook } from "standardwebhooks";
import { demand } from "./live-api.ts";
import { type Received, receiverThat } from "./receiver.ts";

/** The kinds of calls. */
const HOOKS = ["counts", "threshold"] as const;
export type Hook = (typeof HOOKS)[number];

/** A call as it first came. */
export interface FirstCall {
  readonly sequence: number;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>> & { readonly space_id: string };
}

/** A receiver of webhooks that now and then is slow, or fails. */
export class LiveReceiver {
  /** First receptions in the order in which they came, by webhook and space. */
  readonly queues = new Map<string, FirstCall[]>();
  readonly problems: string[] = [];
  calls = 0;
  repeats = 0;
  /** Whether it takes calls and never answers them. */
  isHanging = false;
  readonly #secrets = new Map<string, Webhook>();
  #address = "";

  static async listen(below: (bound: number) => number): Promise<LiveReceiver> {
    const receiver = new LiveReceiver();
    const { address } = await receiverThat((response, request) => {
      receiver.#take(request);
      if (receiver.isHanging) return;
      const status = below(100) === 0 ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), below(10));
    });
    receiver.#address = address;
    return receiver;
  }

  /** Registers the webhooks with a server. */
  async register(server: string): Promise<void> {
    for (const hook of HOOKS) {
      const endpoint = `${this.#address}/${hook}`;
      const { secret } = await demand<{ secret: string }>(server, "/v2/webhooks/", { endpoint, type: hook });
      this.#secrets.set(hook, new Webhook(secret));
    }
  }

  /** The first calls of a webhook for a space. */
  queue(hook: Hook, spaceId: string): readonly FirstCall[] {
    return this.queues.get(`${hook} ${spaceId}`) ?? [];
  }

  #take({ url = "", headers, body: text }: Received): void {
    const hook = url.slice(1);
    this.calls++;
    try {
      this.#secrets.get(hook)?.verify(text, headers as Record<string, string>);
    } catch (error) {
      this.problems.push(`a call to ${hook} with a wrong signature: ${String(error)}`);
    }
    const body = JSON.parse(text) as FirstCall["body"];
    const call = { sequence: Number(headers["headcount-sequence"]), id: String(headers["webhook-id"]), body };
    const name = `${hook} ${body.space_id}`;
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    const known = queue[call.sequence - 1];
    if (known !== undefined) {
      this.repeats++;
      if (JSON.stringify(known) !== JSON.stringify(call))
        this.problems.push(`${name}: ${JSON.stringify(call)} after ${JSON.stringify(known)}`);
    } else if (call.sequence === queue.length + 1) {
      queue.push(call);
    } else {
      this.problems.push(`${name}: call ${call.sequence} came after ${queue.length}`);
    }
  }
}
