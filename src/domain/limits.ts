/*
 * The limits of what clients may send and ask for, and those that several parts share; others are in the file that keeps
 * to them. A test checks each at the limit and one past it.
 */

/** Intervals in one counts query (D11). */
export const INTERVALS_MAX = 1_000_000;

/** Longest interval under `intervals: any`, in months and in days (D11). */
export const INTERVAL_MONTHS_MAX = 120;
export const INTERVAL_DAYS_MAX = 3_653;

/** How far an event's timestamp may be ahead of the clock, in ms (D3). */
export const EVENT_AHEAD_MS_MAX = 5 * 60_000;

/** Characters in an `event_id` (D9). */
export const EVENT_ID_LENGTH_MAX = 64;

/** Characters in a sensor's serial number. */
export const SERIAL_LENGTH_MAX = 128;

/** Rows in one `POST /v2/sensor_events/` (D22). */
export const INGEST_ROWS_MAX = 100_000;

/** Readings in one `POST /v2/readings/`, and in one of its commits. */
export const READINGS_MAX = 100_000;
export const READINGS_COMMITTED_MAX = 10_000;

/** Events after which no further reading of a batch is decided in the same commit. */
export const READING_EVENTS_MAX = 100_000;

/** Sensors without a doorway up to which messages register others (D31): each takes about a kilobyte of memory. */
export const SELF_REGISTERED_SENSORS_DEFAULT = 50_000;

/** Bits of a device's counter, and the setting of crossings per second at most (D31). */
export const COUNTER_BITS_MIN = 8;
export const COUNTER_BITS_MAX = 53;
export const CAP_MAX = 1_000;

/** Readings of a sensor that are judged again at once, and the events that they may make then. */
export const REJUDGED_READINGS_MAX = 500_000;
export const REJUDGED_EVENTS_MAX = 1_000_000;

/** The longest interval of a reading (D31), in ms: of one that a device sends, and of one in a file (D34). */
export const READING_SPAN_MS_MAX = 24 * 60 * 60 * 1_000;
export const READING_FILE_SPAN_MS_MAX = 31 * 24 * 60 * 60 * 1_000;

/** Crossings in one direction per second of an interval, and of any reading: what no doorway has. */
export const INTERVAL_CROSSINGS_PER_SECOND_MAX = 100;
export const READING_CROSSINGS_MAX = 1_000_000;

/** Crossings in one direction that totals may show beyond the cap of their line, however short the time is (D31). */
export const CROSSINGS_MARGIN = 60;

/** Catalog changes, and reads of the log or runs, that can be queued. */
export const CHANGES_WAITING_MAX = 1_000;
export const READS_WAITING_MAX = 10_000;

/** Errors listed in the response to a batch (D22). */
export const INGEST_ERRORS_LISTED_MAX = 1_000;

/** Default size of the cache of runs and roll-ups, in bytes. */
export const RUN_CACHE_BYTES_DEFAULT = 256 * 1024 * 1024;

/** Default memory limit of the server's database, in bytes; it spills to disk beyond that. */
export const DATABASE_BYTES_DEFAULT = 512 * 1024 * 1024;

/**
 * Bytes in the body of a batch of reports, after decompression (D17): enough for INGEST_ROWS_MAX rows with texts of
 * maximum length.
 */
export const BATCH_BYTES_MAX = 32 * 1024 * 1024;

/** Bytes in the body of any other request, after decompression; a site document has a higher limit. */
export const BODY_BYTES_MAX = 1024 * 1024;
export const SITE_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Items in all lists of a site document: spaces, doorways, links, tags and so on, which become visible in
 * one turn of the event loop.
 */
export const SITE_ITEMS_MAX = 20_000;

/**
 * Bytes of a device's own message (D32), after decompression, and values of one in JSON: 50 intervals of a device with
 * 20 counters have 7,000. With multipart, which may have pictures that are dropped
 * as they arrive: bytes and parts of the body.
 */
export const DEVICE_MESSAGE_BYTES_MAX = 2 * 1024 * 1024;
export const DEVICE_VALUES_MAX = 32_768;
export const DEVICE_MULTIPART_BYTES_MAX = 32 * 1024 * 1024;
export const DEVICE_MULTIPART_PARTS_MAX = 64;

/** Bytes of a report as JSON. */
export const REPORT_ROW_BYTES_MAX = 64 * 1024;

/** Nesting depth of a JSON body, its minimum number of bytes per value, and its values, which are parsed at once. */
export const JSON_DEPTH_MAX = 256;
export const JSON_VALUE_BYTES_MIN = 16;
export const JSON_VALUES_MAX = 262_144;

/** Members of an object of a JSON body: a space's `meta` has room for fewer. Fields of a form. */
export const OBJECT_MEMBERS_MAX = 10_000;

/** Bytes of each body that are always read; the bytes beyond them, of all bodies, share a budget. */
export const SMALL_BODY_BYTES_MAX = 64 * 1024;
export const BODIES_BYTES_MAX = 128 * 1024 * 1024;

/**
 * The highest count a reset can set, in people. It keeps count × one day of milliseconds exact in a double, which the
 * kernel's time integral requires.
 */
export const RESET_COUNT_MAX = 10_000_000;

/**
 * The most events a data directory holds. The 64-bit sort key of runs has 36 bits for the event id, which orders events
 * of the same millisecond (D6).
 */
export const EVENTS_MAX = 2 ** 36 - 1;

/** Items on a page (D16). */
export const PAGE_SIZE_DEFAULT = 200;
export const PAGE_SIZE_MAX = 1_000;

/** Characters in names and labels, and in longer texts. */
export const NAME_LENGTH_MAX = 255;
export const TEXT_LENGTH_MAX = 10_000;

/** The capacity of a space, in people. */
export const CAPACITY_MAX = 2_147_483_647;

/** A space's `meta`: levels of nesting, and characters as JSON. */
export const META_DEPTH_MAX = 32;
export const META_LENGTH_MAX = 65_536;

/** Levels of the hierarchy of spaces, including the top one; also in a site document. */
export const SPACE_DEPTH_MAX = 100;

/** What a device says of itself (D31): network addresses, problems, and bytes of all texts; each text is as long as a name. */
export const NETWORK_ADDRESSES_MAX = 64;
export const DEVICE_PROBLEMS_MAX = 20;
export const DEVICE_STATE_BYTES_MAX = 4_096;

/** Limits of a webhook: characters of its URL, number of headers, characters of a header's value. */
export const ENDPOINT_LENGTH_MAX = 2_048;
export const WEBHOOK_HEADERS_MAX = 32;
export const HEADER_LENGTH_MAX = 4_096;

/** Spaces, and samples in total, of one request for the counts of several spaces (D22). */
export const COUNTED_SPACES_MAX = 200;
export const COUNTED_SAMPLES_MAX = 200_000;

/** Samples, in total, up to which the counts of several spaces are sent unstreamed, with an ETag. */
export const WHOLE_SAMPLES_MAX = 5_000;

/** Characters in an Idempotency-Key. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

/** Issues listed in an error response (D17). */
export const ISSUES_LISTED_MAX = 100;

/** Characters in a decoded path segment; a longer one is answered with 404. */
export const PATH_PART_LENGTH_MAX = 1_024;

/** The highest rate of a token, in requests a minute (D18). */
export const TOKEN_RATE_MAX = 1_000_000;

/** Requests per minute with invalid tokens from one address, regardless of the server's rate limit (D18). */
export const REFUSED_RATE_MAX = 600;

/** Tokens, and addresses, whose requests are counted; the least recently used entry is evicted. */
export const RATES_TRACKED_MAX = 10_000;

/** Bytes read of a response's headers and body; the connection is closed beyond that. */
export const WEBHOOK_ANSWER_HEADER_BYTES_MAX = 16 * 1024;
export const WEBHOOK_ANSWER_BYTES_MAX = 16 * 1024;

/** The highest rate of a simulation, in events a minute, and its highest speed relative to the clock. */
export const SIMULATION_RATE_MAX = 1_000_000;
export const SIMULATION_SPEED_MAX = 10_000;

/** Deliveries that one commit may make pending: reports that cause more at once are refused. */
export const COMMIT_DELIVERIES_MAX = 2_000_000;

/** The message feed for reconnecting sockets: age in ms (D24), and number of messages. */
export const FEED_AGE_MS_MAX = 60 * 60_000;
export const FEED_MESSAGES_MAX = 200_000;

/** Lifetime of a socket code in ms, and how many unused codes there may be. */
export const SOCKET_CODE_MS_MAX = 300_000;
export const SOCKET_CODES_MAX = 10_000;

/** Bytes handed to a socket's connection that are not yet sent. */
export const SOCKET_BUFFER_BYTES_MAX = 1024 * 1024;

/** Characters in a request id sent by a client. */
export const REQUEST_ID_LENGTH_MAX = 128;

/** Characters in an SQL query. */
export const SQL_LENGTH_MAX = 100_000;

/** Rows, and serialized bytes, of a query result; beyond that, it is truncated. */
export const SQL_ROWS_MAX = 1_000_000;
export const SQL_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Default timeout of a query in ms, including waiting for a slot and for data; and how long a cancelled query may take
 * to stop.
 */
export const SQL_TIME_MS_DEFAULT = 60_000;
export const SQL_STOP_MS_MAX = 2_000;

/** Default memory limit of queries, in bytes; they may use as much again on disk. */
export const SQL_MEMORY_BYTES_DEFAULT = 1024 * 1024 * 1024;

/** How long the query process may take, in ms, to open its database and to apply an update. */
export const SQL_START_MS_MAX = 60_000;
export const SQL_UPDATE_MS_MAX = 30 * 60_000;

/** Default number of open connections, including websockets, if there are enough file descriptors. */
export const CONNECTIONS_DEFAULT = 20_000;
export const CONNECTIONS_MIN = 16;
