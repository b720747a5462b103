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

/** Changes of the catalog, and reads of the log or its runs, that may wait for their turn. */
export const CHANGES_WAITING_MAX = 1_000;
export const READS_WAITING_MAX = 10_000;

/** Rows that may wait to be stored, and rows that are stored in one commit where there are several batches. */
export const INGEST_QUEUE_ROWS_MAX = 1_000_000;
export const INGEST_GROUP_ROWS = 50_000;

/** Serial numbers that are found by their bytes; where there are more of them, finding them begins anew. */
export const KNOWN_TEXTS_MAX = 2 ** 16;

/** Errors listed in the answer to a bulk ingest (D22). */
export const INGEST_ERRORS_LISTED_MAX = 1_000;

/** Bytes of runs and roll-ups that are kept in memory once they have been read, unless set otherwise. */
export const RUN_CACHE_BYTES_DEFAULT = 256 * 1024 * 1024;

/** Bytes that the database of a server takes at most, unless set otherwise; what needs more goes to disk. */
export const DATABASE_BYTES_DEFAULT = 512 * 1024 * 1024;

/**
 * Bytes in the body of a batch of reports, after decompression (D17): so many rows as are taken have no more, with
 * the longest texts that are taken.
 */
export const BATCH_BYTES_MAX = 32 * 1024 * 1024;

/** Bytes in the body of any other request, after decompression; a site's document may have more. */
export const BODY_BYTES_MAX = 1024 * 1024;
export const SITE_BYTES_MAX = 8 * 1024 * 1024;

/** Bytes of a row of reports as JSON. */
export const REPORT_ROW_BYTES_MAX = 64 * 1024;

/** How deep objects and lists of a JSON body may lie within each other, and how many bytes it has for each value. */
export const JSON_DEPTH_MAX = 256;
export const JSON_VALUE_BYTES_MIN = 16;

/** Bytes of a body that are always read; and bytes of all bodies beyond these that are read and decoded at a time. */
export const SMALL_BODY_BYTES_MAX = 64 * 1024;
export const BODIES_BYTES_MAX = 128 * 1024 * 1024;

/** Messages of an Arrow stream in a request's body. */
export const ARROW_MESSAGES_MAX = 10_000;

/** Fields of an Arrow schema, those within others counted, and how deep they may lie within each other. */
export const ARROW_FIELDS_MAX = 4_096;
export const ARROW_FIELD_DEPTH_MAX = 32;

/** Pieces in which a dictionary of an Arrow stream may come; each is looked at again when the next has come. */
export const ARROW_DELTAS_MAX = 10_000;

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

/** How deep spaces may be inside each other, the outermost counted; in a site's document, too. */
export const SPACE_DEPTH_MAX = 100;

/** Network addresses of a sensor. */
export const NETWORK_ADDRESSES_MAX = 64;

/** A webhook: characters of its endpoint, how many headers it has, and characters of a header's value. */
export const ENDPOINT_LENGTH_MAX = 2_048;
export const WEBHOOK_HEADERS_MAX = 32;
export const HEADER_LENGTH_MAX = 4_096;

/** Spaces, and samples in all, that one request for the counts of several may ask for (D22). */
export const COUNTED_SPACES_MAX = 200;
export const COUNTED_SAMPLES_MAX = 200_000;

/** Samples, in all, up to which the counts of several spaces come in one piece, with an ETag. */
export const WHOLE_SAMPLES_MAX = 5_000;

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

/**
 * How long one attempt of a webhook call may take, in ms (D23): to connect, until the answer begins,
 * between pieces of its body, and all in all, redirects and waiting for a connection included.
 */
export const WEBHOOK_CONNECT_MS_MAX = 5_000;
export const WEBHOOK_HEADERS_MS_MAX = 15_000;
export const WEBHOOK_BODY_MS_MAX = 5_000;
export const WEBHOOK_CALL_MS_MAX = 30_000;

/** How long calls under way may take to finish when the sender closes, in ms. */
export const WEBHOOK_CLOSE_MS_MAX = 2_000;

/** Connections to one origin (scheme, host and port) that webhook calls use at a time. */
export const WEBHOOK_CONNECTIONS_MAX = 8;

/** Redirects that one attempt follows. */
export const WEBHOOK_REDIRECTS_MAX = 3;

/** Bytes of an answer's headers, and of its body, that are read; the rest is dropped with the connection. */
export const WEBHOOK_ANSWER_HEADER_BYTES_MAX = 16 * 1024;
export const WEBHOOK_ANSWER_BYTES_MAX = 16 * 1024;

/** People that a simulation keeps inside at a time. */
export const SIMULATED_PEOPLE_MAX = 50_000;

/** The highest rate of a simulation, in events a minute, and how many times faster than the clock it runs. */
export const SIMULATION_RATE_MAX = 1_000_000;
export const SIMULATION_SPEED_MAX = 10_000;

/** Calls that may wait for a webhook; one more, and it is disabled (D23). */
export const WEBHOOK_BACKLOG_MAX = 1_000_000;

/** Calls to one webhook under way at the same time, each for another space. */
export const WEBHOOK_CALLS_AT_ONCE_MAX = 16;

/** Waiting calls held in memory: of a webhook and space, and of a webhook, each space of which may hold one. */
export const LANE_CALLS_HELD_MAX = 512;
export const WEBHOOK_CALLS_HELD_MAX = 4_096;

/** How long after it was queued a call that fails is tried again, in ms (D23). */
export const DELIVERY_MS_MAX = 24 * 3_600_000;

/** The longest wait before a call is tried again, in ms: after its first failure, and after many. */
export const RETRY_DELAY_MS_FIRST = 1_000;
export const RETRY_DELAY_MS_MAX = 15 * 60_000;

/**
 * After so many failed attempts in a row a receiver counts as failing. All failing receivers together are called
 * once in so many ms, until one answers: that they are many, or have many spaces, must not keep others waiting.
 */
export const FAILING_AFTER_ATTEMPTS = 16;
export const FAILING_CALL_GAP_MS = 10;

/** Finished calls that are kept of a webhook (D23). */
export const DELIVERED_CALLS_KEPT_MAX = 1_000;
export const DEAD_CALLS_KEPT_MAX = 10_000;

/** Calls that one transaction takes away. */
export const CALLS_REMOVED_MAX = 50_000;

/** Outcomes of calls that wait to be written; at so many no call is begun. */
export const OUTCOMES_HELD_MAX = 10_000;

/** Characters kept of what went wrong with a call. */
export const DELIVERY_ERROR_LENGTH_MAX = 500;

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

/** Characters in a query. */
export const SQL_LENGTH_MAX = 100_000;

/** A query's result: rows, and bytes as it is written; there it is cut off. */
export const SQL_ROWS_MAX = 1_000_000;
export const SQL_BYTES_MAX = 256 * 1024 * 1024;

/**
 * How long a query may take in all, in ms, unless set otherwise: waiting for its turn and for data, and running;
 * and how long it may take to stop when it is told to.
 */
export const SQL_TIME_MS_DEFAULT = 60_000;
export const SQL_STOP_MS_MAX = 2_000;

/** Bytes that queries take at most, in memory and as much again on disk, unless set otherwise. */
export const SQL_MEMORY_BYTES_DEFAULT = 1024 * 1024 * 1024;

/** Bytes of memory for the rows that become a Parquet file; what needs more goes to disk. */
export const SQL_SCRATCH_BYTES_MAX = 128 * 1024 * 1024;

/** Bytes beyond what queries take that their process may have, before it is ended. */
export const SQL_PROCESS_BYTES_MAX = 512 * 1024 * 1024;

/** Queries that run at a time, and that wait for their turn. */
export const SQL_QUERIES_MAX = 2;
export const SQL_WAITING_MAX = 16;

/**
 * How long a query waits, in ms, for a copy that has all that was acknowledged before it came, and how old a copy
 * may be, in ms, that it is answered from after that; an older one is not used.
 */
export const SQL_FRESH_WAIT_MS_MAX = 5_000;
export const SQL_STALE_MS_MAX = 60_000;

/** How old a copy may be, in ms, that a query is answered from at once where others wait for their turn. */
export const SQL_BUSY_STALE_MS_MAX = 1_000;

/** How long the process that runs queries may take, in ms, to open its database, and to take in an update. */
export const SQL_START_MS_MAX = 60_000;
export const SQL_UPDATE_MS_MAX = 30 * 60_000;

/** Processes that may end under a query before it runs; it is given up then. */
export const SQL_LOST_PROCESSES_MAX = 5;

/** Processes in a row that end before they took in an update, after which the next one starts with an empty database. */
export const SQL_FAILED_PROCESSES_MAX = 2;

/** Queries that have ended their process and are remembered, to be run alone when they come again. */
export const SQL_FATAL_QUERIES_MAX = 100;

/** How long the process that runs queries waits for the next one, in ms, before it ends. */
export const SQL_IDLE_MS_MAX = 5 * 60_000;

/** Connections open at a time, websockets included, where there are descriptors for them; settable. */
export const CONNECTIONS_DEFAULT = 20_000;
export const CONNECTIONS_MIN = 16;

/** Connections beyond that, on which only health checks are answered, and how long each may last, in ms. */
export const SPARE_CONNECTIONS_MAX = 64;
export const SPARE_CONNECTION_MS_MAX = 2_000;

/** File descriptors that connections leave to files, the database, webhooks and users' queries, at least. */
export const DESCRIPTORS_KEPT_MIN = 128;

/** How long a request's headers may take to arrive, in ms, from the connection or the request's first byte on. */
export const HEADERS_MS_MAX = 20_000;

/** Bytes of a body that have to arrive in so many ms, as long as the server reads; and the most all of it may take. */
export const BODY_WINDOW_MS = 30_000;
export const BODY_WINDOW_BYTES_MIN = 16 * 1024;
export const REQUEST_MS_MAX = 60 * 60_000;

/** How long a client may take nothing of an answer, in ms, before its connection is cut. */
export const ANSWER_STALL_MS_MAX = 60_000;

/** How long a connection without a request is kept, in ms: longer than proxies keep theirs. */
export const KEEP_ALIVE_MS_MAX = 72_000;
