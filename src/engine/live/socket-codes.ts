import { randomBytes } from "node:crypto";
import type { Clock } from "../../domain/clock.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { SOCKET_CODE_MS_MAX, SOCKET_CODES_MAX } from "../../domain/limits.ts";
import type { Catalog } from "../catalog/catalog.ts";

export interface SocketGrant {
  readonly tokenId: bigint;
  /** Null for all spaces. */
  readonly spaceIds: ReadonlySet<bigint> | null;
}

/** A grant with the end of its code, in ms. */
export interface StoredGrant extends SocketGrant {
  readonly expires: number;
}

export interface SocketCodeStore {
  /** @throws HeadcountError `unavailable` if too many are outstanding */
  add(code: string, grant: StoredGrant, now: number): Promise<void>;
  find(code: string): Promise<StoredGrant | null>;
  /** @returns whether it was there: of several that remove a code at the same time one gets true */
  remove(code: string): Promise<boolean>;
}

/** 192 random bits behind the documented prefix (D20). */
const randomCode = () => `skc_${randomBytes(24).toString("base64url")}`;

/** The codes that admit sockets: each works once, for five minutes, while its token is valid (D24). */
export function socketCodes(
  clock: Clock,
  { tokens }: Pick<Catalog, "tokens">,
  store: SocketCodeStore = memoryCodes(),
  makeCode = randomCode,
) {
  /** The grant of a code; null if it is unknown, used or expired, or its token was deleted. */
  const find = async (code: string): Promise<SocketGrant | null> => {
    const found = await store.find(code);
    if (found === null || isOver(found.expires, clock.now())) return null;
    return tokens.has(found.tokenId) ? found : null;
  };
  return {
    find,
    /** @throws HeadcountError `unavailable` if too many are outstanding */
    issue: async (grant: SocketGrant): Promise<string> => {
      const now = clock.now();
      const code = makeCode();
      await store.add(code, { ...grant, expires: now + SOCKET_CODE_MS_MAX }, now);
      return code;
    },
    /** As `find`; the code is used up. */
    redeem: async (code: string): Promise<SocketGrant | null> => {
      const grant = await find(code);
      return (await store.remove(code)) ? grant : null;
    },
  };
}

export type SocketCodes = ReturnType<typeof socketCodes>;

function memoryCodes(): SocketCodeStore {
  /** Outstanding ones in the order in which they expire. */
  const codes = new Map<string, StoredGrant>();
  return {
    add: async (code, grant, now) => {
      for (const [old, { expires }] of codes) {
        if (!isOver(expires, now)) break;
        codes.delete(old);
      }
      if (codes.size >= SOCKET_CODES_MAX)
        throw new HeadcountError("unavailable", "too many codes have not been used yet; try again later");
      codes.set(code, grant);
    },
    find: async (code) => codes.get(code) ?? null,
    remove: async (code) => codes.delete(code),
  };
}

/** Whether a code has expired, or was made before the system's clock was set back. */
function isOver(expires: number, now: number): boolean {
  return expires <= now || expires > now + SOCKET_CODE_MS_MAX;
}
