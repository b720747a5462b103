/** Every bound of the engine, each tested at the limit and one past it. */

/** The most intervals one counts query may lay (D11). */
export const INTERVALS_MAX = 1_000_000;

/** Longest interval under `intervals: any`, in months and in days (D11). */
export const INTERVAL_MONTHS_MAX = 120;
export const INTERVAL_DAYS_MAX = 3_653;

/** How far ahead of the clock an event may lie, in ms (D3). */
export const EVENT_AHEAD_MS_MAX = 5 * 60_000;

/** Characters in a sender's `event_id` (D9). */
export const EVENT_ID_LENGTH_MAX = 64;

/** Characters in a sensor's serial number. */
export const SERIAL_LENGTH_MAX = 128;

/** Rows in one `POST /v2/sensor_events/` (D22). */
export const INGEST_ROWS_MAX = 100_000;

/** Errors listed in the answer to a bulk ingest (D22). */
export const INGEST_ERRORS_LISTED_MAX = 1_000;

/** Bytes in a request body, after decompression (D17). */
export const BODY_BYTES_MAX = 32 * 1024 * 1024;

/**
 * The highest count a reset may set, in people. It keeps count × one day of milliseconds exact in a
 * double, which the kernel's time integral relies on.
 */
export const RESET_COUNT_MAX = 10_000_000;

/**
 * The most events a data directory holds. Runs are sorted by a 64-bit key that has 36 bits for the
 * event's id, which orders events of the same millisecond (D6).
 */
export const EVENTS_MAX = 2 ** 36 - 1;

/** Items on a page (D16). */
export const PAGE_SIZE_DEFAULT = 200;
export const PAGE_SIZE_MAX = 1_000;

/** Characters in names, labels and free texts. */
export const NAME_LENGTH_MAX = 255;
export const TEXT_LENGTH_MAX = 10_000;

/** The capacity of a space, in people. */
export const CAPACITY_MAX = 2_147_483_647;

/** A space's `meta`: levels of nesting, and characters as JSON. */
export const META_DEPTH_MAX = 32;
export const META_LENGTH_MAX = 65_536;

/** How deep spaces may be inside each other in a site's document. */
export const SITE_DEPTH_MAX = 100;

/** Network addresses of a sensor. */
export const NETWORK_ADDRESSES_MAX = 64;

/** A webhook: characters of its endpoint, how many headers it has, and characters of a header's value. */
export const ENDPOINT_LENGTH_MAX = 2_048;
export const WEBHOOK_HEADERS_MAX = 32;
export const HEADER_LENGTH_MAX = 4_096;

/** Spaces, and samples in all, that one request for the counts of several may ask for (D22). */
export const COUNTED_SPACES_MAX = 200;
export const COUNTED_SAMPLES_MAX = 200_000;

/** Characters in an Idempotency-Key. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

/** Complaints listed in the answer to a refused request (D17). */
export const ISSUES_LISTED_MAX = 100;

/** Characters in one part of a path, decoded; longer ones name nothing. */
export const PATH_PART_LENGTH_MAX = 1_024;

/** The highest rate of a token, in requests a minute (D18). */
export const TOKEN_RATE_MAX = 1_000_000;

/** Requests a minute with refused tokens that an address may make, whatever the server's rate (D18). */
export const REFUSED_RATE_MAX = 600;

/** Tokens, and addresses, whose requests are counted at a time; the one seen longest ago makes room. */
export const RATES_TRACKED_MAX = 10_000;

/** What is kept of the live messages, for sockets that come back: for how long, in ms (D24), and how many. */
export const FEED_AGE_MS_MAX = 60 * 60_000;
export const FEED_MESSAGES_MAX = 200_000;

/** How long a socket's code can be used, in ms, and how many may be outstanding. */
export const SOCKET_CODE_MS_MAX = 300_000;
export const SOCKET_CODES_MAX = 10_000;

/** Sockets open at a time. */
export const SOCKETS_MAX = 10_000;

/** Bytes that are handed to one socket's connection before what has been sent is waited for. */
export const SOCKET_BUFFER_BYTES_MAX = 1024 * 1024;

/** Live messages that wait behind that; a client that does not take them has fallen behind (D24). */
export const SOCKET_BACKLOG_MESSAGES_MAX = 10_000;

/** Bytes in a message from a socket's client, which is not looked at. */
export const SOCKET_MESSAGE_BYTES_MAX = 1_024;

/** Characters in a request's id that a client may give. */
export const REQUEST_ID_LENGTH_MAX = 128;
