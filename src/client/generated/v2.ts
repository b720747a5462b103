// Written by scripts/client-types.ts from the API's description: not to be changed by hand.

export interface paths {
    "/v2/admin/analytics/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the mirrors in ClickHouse
         * @description Requires a token with the scope `admin`.
         *
         *     Returns how far the mirrors are that this server keeps up to date: the events that each does not have, the
         *     instant that it is as of, the speed of the last transfer, and why it cannot be brought up to date. In a cluster, one of
         *     the servers keeps all of them up to date; the others return none. `GET /v2/admin/cluster/` of any server has them.
         */
        get: operations["analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/analytics/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the data of a range to the mirrors in ClickHouse again
         * @description Requires a token with the scope `admin`.
         *
         *     Sends the events, hours, days and breaches of a range again, and removes other rows of the range from the
         *     mirrors. Events that this server has removed stay there. Returns how far the mirrors are.
         */
        post: operations["rebuildAnalytics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/analytics/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get how the mirrors in ClickHouse differ from the data
         * @description Requires a token with the scope `admin`.
         *
         *     Brings each mirror up to date, and compares the number of rows and a checksum of each table and month with the
         *     data of this server. Returns the tables and months that differ. Events that the server has removed are not compared.
         */
        post: operations["verifyAnalytics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a backup
         * @description Requires a token with the scope `admin`.
         *
         *     Returns a tar archive of all data as of one instant; `headcount restore` restores it. The server first writes
         *     the backup to the data directory, which temporarily doubles the space that it needs, and serves other requests
         *     meanwhile. The backup contains the hashes of tokens and the secrets of webhooks.
         */
        post: operations["backUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/cluster/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the servers that share a log
         * @description Requires a token with the scope `admin`.
         *
         *     Returns the nodes of the cluster with their version, their position in the log, their duties and the mirrors
         *     that they keep up to date, and the state of the log and of PostgreSQL. The nodes write records in the log's
         *     `record_format`; all that are alive can read `common_record_format`. On a server that has its data for itself,
         *     `nodes` is empty and the other parts are null.
         */
        get: operations["cluster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/cluster/upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the format of records to the newest
         * @description Requires a token with the scope `admin`.
         *
         *     To be called when all nodes have been upgraded: from then on, nodes of an older release cannot follow the log.
         *     Returns the state of the cluster. Nothing changes if they write in the newest format of their releases already.
         */
        post: operations["upgradeCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/exports/counts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the counts of spaces by interval
         * @description Requires a token with the scope `admin`.
         *
         *     Returns all samples of a range, of one space after another, as an Arrow stream or as CSV. Without `start_time`, the range begins with the first event; without `end_time`, it ends at the present.
         */
        get: operations["exportCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/exports/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the events of the log
         * @description Requires a token with the scope `admin`.
         *
         *     Returns all events of a range that have not been voided, as an Arrow stream or as CSV. `headcount backfill`
         *     loads them. Without `start_time`, the range begins with the first event; without `end_time`, it ends at the present.
         */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/exports/rollups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export roll-ups of quarter-hours
         * @description Requires a token with the scope `admin`.
         *
         *     Returns the quarter-hours with events of a range, of one space after another, as an Arrow stream or as CSV.
         *     Without `start_time`, the range begins with the first event; without `end_time`, it ends at the present.
         */
        get: operations["exportRollups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/mqtt/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how messages of MQTT are taken
         * @description Requires a token with the scope `admin`.
         *
         *     Returns the broker whose messages this server takes, whether it is connected, the topic filters, the number of
         *     messages since the server began, and why no messages come. In a cluster, one of the servers takes them: that with the
         *     duty `mqtt` in `GET /v2/admin/cluster/`; the others return none.
         */
        get: operations["mqtt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Derive runs from the log again, or compare them with the log
         * @description Requires a token with the scope `admin`.
         *
         *     With `verify`, nothing changes: `differences` has the runs that differ from the log and, for all spaces,
         *     `sensors` those of whose readings some have other events in the log than they have counted: how many readings, the end
         *     of the first one, and both figures. Voided events may lack.
         */
        post: operations["rebuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review or remove old events
         * @description Requires a token with the scope `admin`.
         *
         *     Finds the events that are older than `keep`, with the size of the data and how long the disk lasts. With
         *     `apply`, removes these events permanently; counts stay the same. Until they are removed, further changes wait.
         */
        post: operations["applyRetention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/admin/site/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the site as one document
         * @description Requires a token with the scope `admin`.
         */
        get: operations["exportSite"];
        put?: never;
        /**
         * Apply a document to the site
         * @description Requires a token with the scope `admin`.
         */
        post: operations["applySite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/audit_log/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes, newest first
         * @description Requires a token with the scope `admin`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/counts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get counts of several spaces by interval, with metrics
         * @description Requires a token with the scope `read`.
         */
        get: operations["getCountsOfSpaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/devices/{adapter}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a message of a device
         * @description Requires a token with the scope `ingest`.
         *
         *     Takes a message as the device or the network server sends it, whatever its content type. What cannot be used is answered 200, too, and counted as `ignored`, `alive` or `rejected`, since devices repeat what is refused; a message that is damaged or not of the adapter is a 400.
         *
         *     The token may also be the password of Basic authentication, or the whole `Authorization`.
         */
        post: operations["storeDeviceMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/devices/{adapter}/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a message of a device that can send no header
         * @description Requires a token with the scope `ingest`.
         *
         *     Takes a message as the device or the network server sends it, whatever its content type. What cannot be used is answered 200, too, and counted as `ignored`, `alive` or `rejected`, since devices repeat what is refused; a message that is damaged or not of the adapter is a 400.
         *
         *     Only a token with the scope `ingest` alone is taken in the path.
         */
        post: operations["storeDeviceMessageByPath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/displays/{display_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the space that a display shows
         * @description Requires a token with the scope `read`, or with the scope `display` for the space.
         *
         *     With the scope `display`, the space has only the fields that a display shows.
         */
        get: operations["getDisplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/doorways/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List doorways
         * @description Requires a token with the scope `read`.
         */
        get: operations["listDoorways"];
        put?: never;
        /**
         * Create a doorway
         * @description Requires a token with the scope `write`.
         */
        post: operations["createDoorway"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/doorways/{doorway_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a doorway
         * @description Requires a token with the scope `read`.
         */
        get: operations["getDoorway"];
        /**
         * Update a doorway
         * @description Requires a token with the scope `write`.
         *
         *     Omitted fields do not change.
         */
        put: operations["updateDoorway"];
        post?: never;
        /**
         * Delete a doorway
         * @description Requires a token with the scope `write`.
         *
         *     The events at the doorway are kept.
         */
        delete: operations["deleteDoorway"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/doorways/{doorway_id}/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a tag to a doorway
         * @description Requires a token with the scope `write`.
         */
        post: operations["tagDoorway"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/doorways/{doorway_id}/tags/{tag_name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag from a doorway
         * @description Requires a token with the scope `write`.
         */
        delete: operations["untagDoorway"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events/{event_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Void an event
         * @description Requires a token with the scope `admin`.
         *
         *     The event stays in the log, but no longer changes any count.
         */
        delete: operations["voidEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/imports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports, newest first
         * @description Requires a token with the scope `read`.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/imports/{import_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a import
         * @description Requires a token with the scope `read`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /**
         * Void an import
         * @description Requires a token with the scope `admin`.
         *
         *     Its events and readings no longer count, as one write, and the same rows can be loaded again. Other readings of its sensors are judged again without them: `changed` of these have another result, `others` says of which imports and how many more people they count, and `added` is the number of their new events. `spaces` has the entrances and exits of each space in the time of all these events, before and after.
         */
        delete: operations["voidImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/links/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List links
         * @description Requires a token with the scope `read`.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Link a doorway to a space
         * @description Requires a token with the scope `write`.
         */
        post: operations["createLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/links/{link_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link
         * @description Requires a token with the scope `read`.
         */
        get: operations["getLink"];
        /**
         * Change the sensor placement of a link
         * @description Requires a token with the scope `write`.
         *
         *     The new placement applies from `effective_from`, by default from now. If the link started before that time,
         *     the server ends it at that time and creates a link with the new placement, which is the response. If the link ended
         *     before that time, the new link has no end.
         */
        put: operations["updateLink"];
        post?: never;
        /**
         * End or erase a link
         * @description Requires a token with the scope `write`.
         */
        delete: operations["deleteLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/links/{link_id}/set_placement/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the sensor placement of a link
         * @description Requires a token with the scope `write`.
         *
         *     The new placement applies from `effective_from`, by default from now. If the link started before that time,
         *     the server ends it at that time and creates a link with the new placement, which is the response. If the link ended
         *     before that time, the new link has no end.
         */
        put: operations["setPlacement"];
        /**
         * Change the sensor placement of a link
         * @description Requires a token with the scope `write`.
         *
         *     The new placement applies from `effective_from`, by default from now. If the link started before that time,
         *     the server ends it at that time and creates a link with the new placement, which is the response. If the link ended
         *     before that time, the new link has no end.
         */
        post: operations["setPlacementByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/live/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow counts as server-sent events
         * @description Requires a token with the scope `read`, or with the scope `display` for the space.
         *
         *     Each message of a websocket is an event, with the message as `data` and its event as `id`. A client that
         *     connects again sends the last id as `Last-Event-ID` or `after`, and first receives the messages since, up to an hour
         *     back. A comment is sent every 15 seconds. The server breaks the connection of a client that is too slow.
         */
        get: operations["followCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/readings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store readings of devices
         * @description Requires a token with the scope `ingest`.
         *
         *     Running totals (`total`), what passed in a span of time (`interval`), or that a device lives (`alive`). With `replace`, intervals replace those with other values, whose events are voided; this is a correction, which needs the scope `admin`. Answers 400 if every reading is rejected; the problem then has the members of the answer 200.
         */
        post: operations["storeReadings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/resets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List resets, newest first
         * @description Requires a token with the scope `read`.
         */
        get: operations["listResets"];
        put?: never;
        /**
         * Create a reset
         * @description Requires a token with the scope `write`.
         */
        post: operations["createReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/resets/{reset_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Void a reset
         * @description Requires a token with the scope `admin`.
         */
        delete: operations["voidReset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sensor_events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store sensor events
         * @description Requires a token with the scope `ingest`.
         *
         *     Answers 400 if every row is rejected; the problem then has the members of the answer 200, and `errors` has the `index` of each row, too.
         */
        post: operations["ingestSensorEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sensors/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sensors
         * @description Requires a token with the scope `read`.
         */
        get: operations["listSensors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sensors/{serial_number}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sensor
         * @description Requires a token with the scope `read`.
         */
        get: operations["getSensor"];
        /**
         * Change what the readings of a sensor mean
         * @description Requires a token with the scope `write`.
         *
         *     Omitted settings do not change. The readings since `effective_from` are judged again, and those since the line was suspended in any case. Without a date, settings apply from then on, otherwise from now on; those of a sensor without readings apply to all that come.
         */
        put: operations["updateSensor"];
        post?: never;
        /**
         * Delete a sensor
         * @description Requires a token with the scope `write`.
         *
         *     Deletes a sensor that has no events or readings and has never been at a doorway, such as one that registered itself by mistake. It registers itself again if it sends another message.
         */
        delete: operations["deleteSensor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sensors/{serial_number}/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events of a sensor
         * @description Requires a token with the scope `read`.
         */
        get: operations["listSensorEvents"];
        put?: never;
        post?: never;
        /**
         * Void the events of a sensor in a range
         * @description Requires a token with the scope `admin`.
         *
         *     The events stay in the log, but no longer change any count. The readings of the range are voided with them.
         */
        delete: operations["voidSensorEvents"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sensors/{serial_number}/heartbeat/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a heartbeat
         * @description Requires a token with the scope `ingest`.
         */
        post: operations["sendHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sensors/{serial_number}/preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what settings of a sensor would change
         * @description Requires a token with the scope `write`.
         *
         *     Takes the body of `PUT /v2/sensors/{serial_number}/`, and stores nothing.
         */
        post: operations["previewSensor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sensors/{serial_number}/readings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List readings of a sensor, newest first
         * @description Requires a token with the scope `read`.
         */
        get: operations["listReadings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sockets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a URL for a websocket that receives changes of counts
         * @description Requires a token with the scope `read`, or with the scope `display` for the space.
         *
         *     The URL opens one websocket within `ttl` seconds. If the client adds `&after=evt_…`, the server first sends
         *     the messages after that event, up to one hour back. A message is `{payload: {count, direction, event_id, space_id,
         *     timestamp, type}, request_id, version}`. `type` is `count`, or `reset` with a null `direction` and `event_id`. The
         *     server closes the connection of a client that reads too slowly with the code 1013.
         */
        post: operations["createSocket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List spaces
         * @description Requires a token with the scope `read`.
         */
        get: operations["listSpaces"];
        put?: never;
        /**
         * Create a space
         * @description Requires a token with the scope `write`.
         */
        post: operations["createSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a space
         * @description Requires a token with the scope `read`.
         */
        get: operations["getSpace"];
        /**
         * Update a space
         * @description Requires a token with the scope `write`.
         *
         *     Omitted fields do not change.
         */
        put: operations["updateSpace"];
        post?: never;
        /**
         * Delete a space with its counts, links and resets
         * @description Requires a token with the scope `write`.
         */
        delete: operations["deleteSpace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/assigned_teams/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a team to a space
         * @description Requires a token with the scope `write`.
         */
        post: operations["assignTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/assigned_teams/{assigned_team_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a team from a space
         * @description Requires a token with the scope `write`.
         */
        delete: operations["unassignTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/breaches/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List breaches of the safe limit of a space
         * @description Requires a token with the scope `read`.
         */
        get: operations["listBreaches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/count/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the count of a space
         * @description Requires a token with the scope `read`, or with the scope `display` for the space.
         *
         *     The count at another time requires the scope `read`.
         */
        get: operations["getCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/counts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get counts of a space by interval, with metrics
         * @description Requires a token with the scope `read`.
         */
        get: operations["getCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events of a space
         * @description Requires a token with the scope `read`.
         */
        get: operations["listSpaceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/resets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List resets of a space, newest first
         * @description Requires a token with the scope `read`.
         */
        get: operations["listSpaceResets"];
        put?: never;
        /**
         * Create a reset of a space
         * @description Requires a token with the scope `write`.
         */
        post: operations["createSpaceReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a tag to a space
         * @description Requires a token with the scope `write`.
         */
        post: operations["tagSpace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/{space_id}/tags/{tag_name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag from a space
         * @description Requires a token with the scope `write`.
         */
        delete: operations["untagSpace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/counts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get counts of some or all spaces by interval, by space
         * @description Requires a token with the scope `read`.
         */
        get: operations["getCountsBySpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/spaces/counts/metrics/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics of some or all spaces over a range, by space
         * @description Requires a token with the scope `read`.
         */
        get: operations["getMetricsBySpace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an SQL query
         * @description Requires a token with the scope `sql`.
         *
         *     The query is one SELECT statement in DuckDB's SQL. It can read the views and macros that
         *     `GET /v2/sql/schema/` lists. The server truncates a result after `row_limit` rows, 1,000,000 rows or 256 MB; then
         *     `truncated` is true. CSV, Arrow and Parquet responses have the headers `Headcount-Truncated` and `Headcount-As-Of`
         *     instead of `truncated` and `as_of`. A query that is invalid, is not permitted, or exceeds the limits of time or memory
         *     is a 400; `detail` has the reason. Integers beyond 2^53 are strings. Times are in UTC; columns named `local_…` have
         *     local times without an offset. If the client closes the connection, the server stops the query.
         */
        post: operations["runSql"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sql/examples/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List example queries
         * @description Requires a token with the scope `sql`.
         */
        get: operations["listSqlExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sql/schema/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List views and macros for queries
         * @description Requires a token with the scope `sql`.
         */
        get: operations["getSqlSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/tags/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags that are in use
         * @description Requires a token with the scope `read`.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/tags/{tag_name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the spaces and doorways with a tag
         * @description Requires a token with the scope `read`.
         */
        get: operations["getTag"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/time_segment_groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List time segment groups
         * @description Requires a token with the scope `read`.
         */
        get: operations["listTimeSegmentGroups"];
        put?: never;
        /**
         * Create a time segment group
         * @description Requires a token with the scope `write`.
         */
        post: operations["createTimeSegmentGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/time_segment_groups/{time_segment_group_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a time segment group
         * @description Requires a token with the scope `read`.
         */
        get: operations["getTimeSegmentGroup"];
        /**
         * Update a time segment group
         * @description Requires a token with the scope `write`.
         *
         *     Omitted fields do not change.
         */
        put: operations["updateTimeSegmentGroup"];
        post?: never;
        /**
         * Delete a time segment group
         * @description Requires a token with the scope `write`.
         *
         *     The time segments in the group are kept.
         */
        delete: operations["deleteTimeSegmentGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/time_segments/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List time segments
         * @description Requires a token with the scope `read`.
         */
        get: operations["listTimeSegments"];
        put?: never;
        /**
         * Create a time segment
         * @description Requires a token with the scope `write`.
         */
        post: operations["createTimeSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/time_segments/{time_segment_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a time segment
         * @description Requires a token with the scope `read`.
         */
        get: operations["getTimeSegment"];
        /**
         * Update a time segment
         * @description Requires a token with the scope `write`.
         *
         *     Omitted fields do not change.
         */
        put: operations["updateTimeSegment"];
        post?: never;
        /**
         * Delete a time segment
         * @description Requires a token with the scope `write`.
         */
        delete: operations["deleteTimeSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/time_segments/labels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the labels of time segments
         * @description Requires a token with the scope `read`.
         */
        get: operations["listTimeSegmentLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/tokens/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens
         * @description Requires a token with the scope `admin`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token
         * @description Requires a token with the scope `admin`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/tokens/{token_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Requires a token with the scope `admin`.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/tokens/current/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the token of the request
         * @description Accepts any token.
         */
        get: operations["readCurrentToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Requires a token with the scope `read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Requires a token with the scope `write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhook_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Requires a token with the scope `read`.
         */
        get: operations["getWebhook"];
        /**
         * Update a webhook
         * @description Requires a token with the scope `write`.
         *
         *     Omitted fields do not change.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Requires a token with the scope `write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhook_id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last and all failed deliveries of a webhook, newest first
         * @description Requires a token with the scope `read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat a finished delivery
         * @description Requires a token with the scope `admin`.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/{webhook_id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test call to a webhook
         * @description Requires a token with the scope `write`.
         *
         *     Returns the result of the call. The body is `{type: "test", timestamp, organization_id,
         *     organization_name}`; `headcount-sequence` is 0. The call is signed like all others, and is not retried or listed.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddedTag: {
            /** @description Name of the tag. */
            tag_name: string;
        };
        AssignedTeam: {
            /** @description Id of the assignment of the team to the space. */
            id: string;
            /** @description Name of the team. */
            team_name: string;
        };
        AuditEntry: {
            /**
             * @description What happened to the resource.
             * @enum {string}
             */
            action: "create" | "update" | "delete" | "void";
            /** @description Changed fields by name, each with its previous and its new value. */
            changes: {
                [key: string]: {
                    /** @description Previous value. Absent for a new field. */
                    from?: unknown;
                    /** @description New value. Absent for a removed field. */
                    to?: unknown;
                };
            };
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the changed resource. */
            resource_id: string;
            /** @description Type of the resource. */
            resource_type: string;
            /** @description Time of the change. */
            timestamp: string;
            /** @description Id of the token that made the change. Null for the command line. */
            token_id: string | null;
            /** @description Name of the token that made the change. */
            token_name: string;
        };
        Breach: {
            /** @description End of the breach. Null while it lasts. */
            end: string | null;
            /** @description Highest count during the breach. */
            peak: {
                /** @description Time at which the count first had this value. */
                timestamp: string;
                /** @description Highest count, in people. */
                value: number;
            };
            /** @description Start of the breach. */
            start: string;
        };
        Cluster: {
            /** @description Address of the database with the log, without user and password. Null on a server that has its data for itself. */
            database: string | null;
            /** @description Records of the log. Null on a server that has its data for itself. */
            log: {
                /** @description Size of the log in the database, in bytes. */
                bytes: number;
                /** @description Newest format that all servers can read which have reported in the last 10 seconds. */
                common_record_format: number;
                /** @description Last record. */
                last_position: number;
                /** @description Oldest record that has been kept. */
                oldest_position: number;
                /** @description Format in which the servers write records. */
                record_format: number;
            } | null;
            /** @description Servers that share the log. */
            nodes: {
                /** @description Address under which the other servers reach it. Null if it has not been given. */
                address: string | null;
                /** @description What only this server does at present: `notifications` calls webhooks, `snapshots` makes snapshots, `mirrors` keeps the mirrors in ClickHouse up to date, `mqtt` takes messages of MQTT. */
                duties: string[];
                /** @description Records of the log that it had not applied then. */
                lag_records: number;
                /** @description Mirrors that this server keeps up to date. */
                mirrors: components["schemas"]["Mirror"][];
                /** @description Random name of the server's data directory. */
                node: string;
                /** @description Last record that it had applied when it reported last. */
                position: number;
                /** @description Newest format of records that its release knows. */
                record_format: number;
                /** @description Time since it reported last, in seconds. */
                seen_seconds_ago: number;
                /** @description Release of Headcount that it runs. */
                version: string;
            }[];
            /** @description State of PostgreSQL. Null on a server that has its data for itself. */
            postgresql: {
                /** @description Whether PostgreSQL writes commits to disk. */
                fsync: boolean;
                /** @description Age of the oldest open transaction of the database, in seconds. Null without any. */
                oldest_snapshot_seconds: number | null;
                /** @description Number of replication slots. An unused one makes the disk full. */
                replication_slots: number;
                /** @description Number of standbys that are connected. */
                standbys: number;
                /** @description Setting `synchronous_commit` of PostgreSQL. */
                synchronous_commit: string;
                /** @description Setting `synchronous_standby_names` of PostgreSQL. Empty without synchronous standbys. */
                synchronous_standby_names: string;
                /** @description Version of PostgreSQL. */
                version: string;
            } | null;
            /** @description Copies of the data from which new servers begin, the newest first. */
            snapshots: {
                /** @description Size of the snapshot, in bytes. */
                bytes: number;
                /** @description Last record that the snapshot has at least. */
                position: number;
                /** @description Time when the snapshot was taken. */
                taken_at: string;
            }[];
        };
        CountingPreview: {
            /** @description Number of these readings of which something else becomes. */
            changed: number;
            /** @description What they count then, in people. */
            counted_after: {
                /** @description People who came in. */
                in: number;
                /** @description People who went out. */
                out: number;
            };
            /** @description What these readings counted before, in people. */
            counted_before: {
                /** @description People who came in. */
                in: number;
                /** @description People who went out. */
                out: number;
            };
            /** @description Instant from which on readings are judged again. Null for all. */
            judged_from: string | null;
            /** @description Number of readings that are judged again. */
            readings: number;
        };
        CountMetrics: {
            /** @description Lowest, highest and average count of the range. */
            count: {
                /** @description Time-weighted mean of the count over the measured time, in people. Null if there is no measured interval. */
                average: number | null;
                /** @description Highest count of the range, in people, and when the count first had it. */
                max: {
                    /** @description Time at which the count first had this value. Null if there is no measured interval. */
                    timestamp: string | null;
                    /** @description Count in people. Null if there is no measured interval. */
                    value: number | null;
                };
                /** @description Lowest count of the range, in people, and when the count first had it. */
                min: {
                    /** @description Time at which the count first had this value. Null if there is no measured interval. */
                    timestamp: string | null;
                    /** @description Count in people. Null if there is no measured interval. */
                    value: number | null;
                };
            };
            /** @description Entrances of the range. */
            entrances: {
                /** @description Entrances per measured interval. Null if there is no measured interval. */
                average: number | null;
                /** @description Interval with the highest number. */
                peak: {
                    /** @description Start of the interval with the highest number. Null if there is no measured interval. */
                    timestamp: string | null;
                    /** @description Highest number of an interval. Null if there is no measured interval. */
                    value: number | null;
                };
                /** @description Number of entrances in the range. */
                total: number;
            };
            /** @description Exits of the range. */
            exits: {
                /** @description Exits per measured interval. Null if there is no measured interval. */
                average: number | null;
                /** @description Interval with the highest number. */
                peak: {
                    /** @description Start of the interval with the highest number. Null if there is no measured interval. */
                    timestamp: string | null;
                    /** @description Highest number of an interval. Null if there is no measured interval. */
                    value: number | null;
                };
                /** @description Number of exits in the range. */
                total: number;
            };
            /** @description Breaches of the safe limit in the range. Null if the space has no safe limit. */
            safe_threshold: {
                /** @description Number of breaches in the range. */
                breaches: number;
                /** @description Safe limit of the space, in people. */
                limit: number;
                /** @description Time above the safe limit in the range, as `H:MM:SS`. */
                unsafe_duration: string;
            } | null;
            /** @description Utilization of `target_capacity` over the range. Null if that is null or 0. */
            target_utilization: {
                /** @description Time-weighted mean of the count, divided by the target capacity. */
                average: number | null;
                /** @description Time in each band of target utilization, as `H:MM:SS`. */
                durations: {
                    /** @description Time below 40 %. */
                    0: string;
                    /** @description Time from 40 % to below 80 %. */
                    40: string;
                    /** @description Time from 80 % to below 100 %. */
                    80: string;
                    /** @description Time at 100 % or above. */
                    100: string;
                };
                /** @description Highest count, divided by the target capacity. */
                max: number | null;
                /** @description Lowest count, divided by the target capacity. */
                min: number | null;
            } | null;
        };
        CountSample: {
            /** @description Number of people in the space at the start of the interval. */
            count: number;
            /** @description Interval of the sample. */
            interval: {
                /** @description Values of the interval. */
                analytics: {
                    /** @description Time-weighted mean of the count, in people. Present only with `averages=true`. */
                    average?: number;
                    /** @description Number of entrances in the interval. */
                    entrances: number;
                    /** @description Entrances per minute. */
                    entry_rate: number;
                    /** @description Entrances plus exits. */
                    events: number;
                    /** @description Exits per minute. */
                    exit_rate: number;
                    /** @description Number of exits in the interval. */
                    exits: number;
                    /** @description Highest count, in people. */
                    max: number;
                    /** @description Lowest count, in people. */
                    min: number;
                    /** @description Highest count divided by `target_capacity`. Null if that is null or 0. */
                    target_utilization: number | null;
                    /** @description Highest count divided by `capacity`. Null if that is null or 0. */
                    utilization: number | null;
                };
                /** @description Last millisecond of the interval. */
                end: string;
                /** @description Start of the interval. */
                start: string;
            };
            /** @description Start of the interval. */
            timestamp: string;
        };
        Delivery: {
            /** @description Number of calls made for the delivery so far. */
            attempts: number;
            /** @description Time at which the resource was created. */
            created_at: string;
            /** @description Error of the last attempt. Null if there was none. */
            error: string | null;
            /** @description Id of the event that caused the delivery. Null for a threshold webhook. */
            event_id: string | null;
            /** @description Id of the resource. */
            id: string;
            /** @description Time of the next attempt. Null if there will be none. */
            next_attempt_at: string | null;
            /** @description HTTP status of the response to the last attempt. Null if there was no response. */
            response_status: number | null;
            /** @description Id of the space. */
            space_id: string;
            /**
             * @description State of the delivery. `retrying`: the last attempt failed and another follows. `dead`: no further attempt follows.
             * @enum {string}
             */
            status: "pending" | "retrying" | "delivered" | "dead";
        };
        DisplayedSpace: {
            /** @description Maximum number of people who are legally allowed in the space. Null if unknown. */
            capacity: number | null;
            /** @description Number of people in the space now. */
            current_count: number;
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource. */
            name: string;
            /** @description Safe limit in people for the mode `SAFE_CAPACITY`. Null if not set. */
            safe_capacity: number | null;
            /** @description How the safe limit is defined: by `safe_capacity`, or as a proportion of `target_capacity` or `capacity`. Null for no safe limit. */
            safe_threshold_mode: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
            /** @description Proportion of `target_capacity` or `capacity` for the `UTILIZATION_PERC_…` modes, such as 0.8. */
            safe_threshold_value: number | null;
            /** @description Number of people for whom the space is intended. Null if unknown. */
            target_capacity: number | null;
            /** @description Time zone of the space, a name of the IANA time zone database. */
            time_zone: string;
        };
        Doorway: {
            /** @description Time at which the resource was created. */
            created_at: string;
            /** @description Free text about the resource. */
            description: string;
            /** @description Id of the resource. */
            id: string;
            /** @description Always false. */
            multipoint: boolean;
            /** @description Name of the resource. */
            name: string;
            /** @description Serial number of the sensor that is attached to the doorway. Null if there is none. */
            sensor_serial_number: string | null;
            /** @description Spaces to which the doorway is linked. */
            spaces: {
                /** @description Id of the space. */
                id: string;
                /** @description Id of the link. */
                link_id: string;
                /** @description Name of the space. */
                name: string;
                /**
                 * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                 * @enum {number}
                 */
                sensor_placement: 1 | -1;
            }[];
            /** @description Tags of the resource. */
            tags: string[];
            /** @description Time of the last update. */
            updated_at: string;
        };
        Import: {
            /** @description Number of rows that were stored and are no duplicates. */
            accepted: number;
            /** @description Time at which the resource was created. */
            created_at: string;
            /** @description Number of rows that had been stored before. */
            duplicates: number;
            /** @description Name of the file, as the request or the command named it. */
            file: string;
            /** @description Id of the resource. */
            id: string;
            /**
             * @description What the rows are.
             * @enum {string}
             */
            kind: "events" | "readings";
            /** @description Number of rows that were rejected. */
            rejected: number;
            /** @description Number of rows so far. */
            rows: number;
            /** @description Name of the token, or of the command line, that loaded it. */
            token_name: string;
            /** @description Time at which the import was voided. Null while it counts. */
            voided_at: string | null;
        };
        Ingest: {
            /** @description Number of rows that were stored as events. */
            accepted: number;
            /** @description Number of rows that were dropped as duplicates. */
            duplicates: number;
            /** @description The first 1,000 rejected rows, each with the reason. */
            readonly errors: {
                /** @description Index of the row in the request, from 0. */
                index: number;
                /** @description Reason for the rejection. */
                message: string;
            }[];
            /** @description Number of rows of sensors that are ignored: they are not stored. Absent without any. */
            ignored?: number;
            /** @description Id of the import that the rows are a part of. Only of a request with `file` or `import_id`. */
            import_id?: string;
            /** @description Number of rows that were rejected as invalid. */
            rejected: number;
        };
        Link: {
            /** @description Id of the doorway. */
            doorway_id: string;
            /** @description Name of the doorway. */
            doorway_name: string;
            /** @description Id of the resource. */
            id: string;
            /**
             * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
             * @enum {number}
             */
            sensor_placement: 1 | -1;
            /** @description Id of the space. */
            space_id: string;
            /** @description Name of the space. */
            space_name: string;
        };
        ListedLink: {
            /** @description Id of the doorway. */
            doorway_id: string;
            /** @description Name of the doorway. */
            doorway_name: string;
            /** @description Start of the link. Null if it has no start. Present if the link has ended, or with `ended=true`. */
            effective_from?: string | null;
            /** @description End of the link. Null if it has not ended. Present if the link has ended, or with `ended=true`. */
            effective_until?: string | null;
            /** @description Id of the resource. */
            id: string;
            /**
             * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
             * @enum {number}
             */
            sensor_placement: 1 | -1;
            /** @description Id of the space. */
            space_id: string;
            /** @description Name of the space. */
            space_name: string;
        };
        MessageResult: {
            /** @description Number of readings that were stored and are no duplicates. */
            accepted: number;
            /** @description Number of readings that say that a device lives. */
            alive: number;
            /** @description Events that were made, by trajectory. */
            counted: {
                /** @description Number of events with the trajectory 1. */
                in: number;
                /** @description Number of events with the trajectory -1. */
                out: number;
            };
            /** @description Number of readings that had been stored before. */
            duplicates: number;
            /** @description The first 1,000 rejected readings, each with the reason. */
            readonly errors: {
                /** @description Index of the row in the request, from 0. */
                index: number;
                /** @description Rule that the value breaks. */
                message: string;
            }[];
            /** @description Number of parts of the message that say nothing of passages, such as joins and statuses, or are of sensors that are ignored. */
            ignored: number;
            /** @description Why readings that are stored count nothing. Absent if there is nothing to say. */
            readonly notes?: string[];
            /** @description Number of rows that were rejected as invalid. */
            rejected: number;
            /** @description Number of readings by what became of them. */
            results: {
                [key: string]: number;
            };
        };
        Mirror: {
            /** @description Time of the data in the mirror. Null if it has none yet. */
            as_of: string | null;
            /** @description Address of the mirror, without a user: host, port and name of the database. */
            database: string;
            /** @description Why the mirror cannot be brought up to date. Null if it can. */
            error: string | null;
            /** @description Events that the mirror does not have. Null before the first transfer has ended. */
            lag_events: number | null;
            /** @description Age of the hours, days and breaches in the mirror, in seconds: up to a minute without events. Null if it has none yet. */
            lag_seconds: number | null;
            /** @description Rows per second of the last transfer that had any. Null before the first one. */
            rows_per_second: number | null;
        };
        MirrorComparison: {
            /** @description Address of the mirror, without a user: host, port and name of the database. */
            database: string;
            /** @description Tables and months whose rows differ, and views that do. */
            differences: components["schemas"]["MonthDifference"][];
            /** @description Number of months of tables that were compared. */
            months: number;
        };
        MirrorComparisons: {
            /** @description Number of readings by what became of them. */
            results: components["schemas"]["MirrorComparison"][];
        };
        Mirrors: {
            /** @description Number of readings by what became of them. */
            results: components["schemas"]["Mirror"][];
        };
        MonthDifference: {
            /** @description Rows that the server has. Null for a view. */
            expected_rows: number | null;
            /** @description Rows that the mirror has. If it has as many, some of them differ. Null for a view. */
            found_rows: number | null;
            /** @description Month in UTC, such as `2024-05`. Null for tables of the site, and views. */
            month: string | null;
            /** @description Name of the table or view in the mirror. */
            table: string;
        };
        Mqtt: {
            /** @description Number of readings by what became of them. */
            results: components["schemas"]["MqttBroker"][];
        };
        MqttBroker: {
            /** @description Address of the broker, without a user: host and port. */
            broker: string;
            /** @description Whether this server is connected to the broker. */
            connected: boolean;
            /** @description Why no messages come or are stored. Null if they are. */
            error: string | null;
            /** @description Topic filters of `--mqtt-topic`. */
            filters: components["schemas"]["MqttFilter"][];
            /** @description Time when the last message came. Null before the first one. */
            last_message_at: string | null;
            /** @description Messages that are stored, refused or set aside since the server began. */
            messages: number;
            /** @description Messages of which something was refused. The log says why, at most once an hour for each topic. */
            refused_messages: number;
            /** @description The newest of the kept messages, at most 20, newest first. */
            set_aside: components["schemas"]["MqttSetAside"][];
            /** @description Messages that are set aside and kept, each in a file of the data directory's folder `mqtt-set-aside`: the newest, at most 1,000 and 64 MiB. */
            set_aside_files: number;
            /** @description Messages since the server began that could not be stored by themselves, and are set aside. */
            set_aside_messages: number;
            /** @description Messages that are received and not stored yet. */
            waiting_messages: number;
        };
        MqttFilter: {
            /** @description Adapter that reads the messages. */
            adapter: string;
            /** @description Why no messages of the filter come. Null if they do, or if that is not known yet. */
            error: string | null;
            /** @description Topic filter. */
            filter: string;
            /** @description Whether the broker has accepted the subscription. */
            subscribed: boolean;
        };
        MqttSetAside: {
            /** @description Adapter that read the message. */
            adapter: string;
            /** @description Length of the payload, in bytes. */
            bytes: number;
            /** @description Name of the file. Its first line has the other fields as JSON, and what follows is the payload as it came. */
            file: string;
            /** @description Beginning of the payload as text, at most 2,000 bytes. */
            payload: string;
            /** @description Why the message could not be stored. Cut at 500 characters. */
            reason: string;
            /** @description Time when the message came. */
            received_at: string;
            /** @description Topic of the message. Cut at 500 characters. */
            topic: string;
        };
        /** @description Problem details (RFC 9457) */
        Problem: {
            /** @description Explanation of this occurrence of the problem. */
            detail: string;
            /** @description Invalid parameters and fields. Present with status 400. */
            errors?: {
                /** @description Rule that the value breaks. */
                message: string;
                /** @description Path of the invalid parameter or field. */
                path: string;
            }[];
            /** @description HTTP status of the response. */
            status: number;
            /** @description Summary of the problem type. */
            title: string;
            /**
             * @description Stable identifier of the problem type, and the path of its description.
             * @enum {string}
             */
            type: "/problems/invalid-request" | "/problems/malformed-body" | "/problems/rows-rejected" | "/problems/malformed-request" | "/problems/invalid-token" | "/problems/missing-scope" | "/problems/invalid-socket-code" | "/problems/unknown-path" | "/problems/unknown-space" | "/problems/unknown-doorway" | "/problems/unknown-link" | "/problems/unknown-sensor" | "/problems/unknown-event" | "/problems/unknown-reset" | "/problems/unknown-tag" | "/problems/unknown-assigned-team" | "/problems/unknown-time-segment" | "/problems/unknown-time-segment-group" | "/problems/unknown-webhook" | "/problems/unknown-delivery" | "/problems/unknown-token" | "/problems/unknown-import" | "/problems/unknown-adapter" | "/problems/method-not-allowed" | "/problems/not-acceptable" | "/problems/request-timeout" | "/problems/doorway-name-taken" | "/problems/sensor-attached-elsewhere" | "/problems/already-linked" | "/problems/doorway-deleted" | "/problems/events-removed" | "/problems/events-not-removable" | "/problems/space-has-children" | "/problems/team-already-assigned" | "/problems/idempotency-key-reused" | "/problems/event-voided" | "/problems/delivery-unfinished" | "/problems/webhook-disabled" | "/problems/too-many-deliveries" | "/problems/too-many-readings" | "/problems/sensor-in-use" | "/problems/older-node" | "/problems/backup-running" | "/problems/precondition-failed" | "/problems/body-too-large" | "/problems/unsupported-media-type" | "/problems/unsupported-content-encoding" | "/problems/range-not-satisfiable" | "/problems/upgrade-required" | "/problems/rate-limit-exceeded" | "/problems/headers-too-large" | "/problems/internal-error" | "/problems/data-damaged" | "/problems/data-lost" | "/problems/not-ready" | "/problems/overloaded" | "/problems/unavailable";
        };
        Reading: {
            /** @description Time of the totals; null for an interval. */
            at: string | null;
            /** @description Events that were made, by trajectory. */
            counted: {
                /** @description Number of events with the trajectory 1. */
                in: number;
                /** @description Number of events with the trajectory -1. */
                out: number;
            };
            /** @description How much of the interval was measured, 0 to 1; null if the device does not say. */
            coverage: number | null;
            /** @description Start of the interval; null for totals. */
            from: string | null;
            /** @description Id of the resource. */
            id: string;
            /** @description People who passed inwards in the interval, as the device sent it. */
            in: number | null;
            /** @description Running total of what passed inwards, as the device sent it. */
            in_total: number | null;
            /** @description What the reading is. Null if it was refused before that was known. */
            kind: ("total" | "interval") | null;
            /** @description What an operator should know of the result; null if there is nothing. */
            note: string | null;
            /** @description People who passed outwards in the interval, as the device sent it. */
            out: number | null;
            /** @description Running total of what passed outwards, as the device sent it. */
            out_total: number | null;
            /** @description Time at which the server received the reading. */
            received_at: string;
            /**
             * @description What became of the reading.
             * @enum {string}
             */
            result: "baseline" | "counted" | "duplicate" | "late" | "wrap" | "reset" | "jump" | "backwards" | "conflict" | "refused" | "voided" | "withdrawn";
            /** @description End of the interval, exclusive; null for totals. */
            to: string | null;
        };
        ReadingsResult: {
            /** @description Number of readings that were stored and are no duplicates. */
            accepted: number;
            /** @description Number of readings that say that a device lives. */
            alive: number;
            /** @description Events that were made, by trajectory. */
            counted: {
                /** @description Number of events with the trajectory 1. */
                in: number;
                /** @description Number of events with the trajectory -1. */
                out: number;
            };
            /** @description Number of readings that had been stored before. */
            duplicates: number;
            /** @description The first 1,000 rejected readings, each with the reason. */
            readonly errors: {
                /** @description Index of the reading, from 0. */
                index: number;
                /** @description Reason for the rejection. */
                message: string;
            }[];
            /** @description Number of rows of sensors that are ignored: they are not stored. Absent without any. */
            ignored?: number;
            /** @description Id of the import that the rows are a part of. Only of a request with `file` or `import_id`. */
            import_id?: string;
            /** @description Number of rows that were rejected as invalid. */
            rejected: number;
            /** @description Number of readings by what became of them. */
            results: {
                [key: string]: number;
            };
        };
        Rebuild: {
            /** @description Stored runs that differ from the log. */
            differences: {
                /** @description UTC date of the run. */
                day: string;
                /** @description Id of the space. */
                space_id: string;
            }[];
            /** @description Number of events that were read. */
            events: number;
            /** @description Number of runs that were derived or compared. */
            runs: number;
            /** @description Sensors of whose readings some have other events in the log than they have counted. */
            sensors: {
                /** @description Events that were made, by trajectory. */
                counted: {
                    /** @description Number of events with the trajectory 1. */
                    in: number;
                    /** @description Number of events with the trajectory -1. */
                    out: number;
                };
                /** @description The valid events of these readings in the log. */
                events: {
                    /** @description Number of events with the trajectory 1. */
                    in: number;
                    /** @description Number of events with the trajectory -1. */
                    out: number;
                };
                /** @description End of the span of the first reading that differs. */
                first: string;
                /** @description Number of readings that differ. */
                readings: number;
                /** @description Serial number of the sensor. */
                serial_number: string;
            }[];
        };
        Reset: {
            /** @description Number of people in the space after the reset. */
            count: number;
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the space. */
            space_id: string;
            /** @description Time of the reset. */
            timestamp: string;
        };
        Retention: {
            /** @description The start of a UTC day. Events before it are older than the period. */
            boundary: string;
            /** @description The size of the data, and the free space. */
            disk?: {
                /** @description Size of the database, in bytes. */
                database_bytes: number;
                /** @description Free space on the disk, in bytes. */
                free_bytes: number;
                /** @description Size of the files of runs, in bytes. */
                runs_bytes: number;
            };
            /** @description The growth of the data, from the events of the last 30 days. */
            forecast?: {
                /** @description Mean growth of the data a day, in bytes. */
                bytes_per_day: number;
                /** @description Size of an event in the log and in the data derived from it, in bytes. */
                bytes_per_event: number;
                /** @description Days until the disk is full; null if the data does not grow. */
                days_until_full: number | null;
                /** @description Mean number of events a day. */
                events_per_day: number;
            };
            /** @description The start of the log: the instant from which it has all events. Null if no events have been removed. */
            kept_from: string | null;
            /** @description The events that `apply` would remove. */
            removable?: {
                /** @description Whether these are all events; then none can be removed. */
                are_all: boolean;
                /** @description Share of these events in the database, in bytes. */
                bytes: number;
                /** @description Days of the week on which the time segment starts. */
                days: number;
                /** @description Entrances plus exits. */
                events: number;
                /** @description Time of the newest of the events; null if there are none. */
                newest: string | null;
                /** @description Time of the oldest of the events; null if there are none. */
                oldest: string | null;
            };
            /** @description The events that have been removed. */
            removed?: {
                /** @description Days of the week on which the time segment starts. */
                days: number;
                /** @description Entrances plus exits. */
                events: number;
                /** @description Time of the newest of the events; null if there are none. */
                newest: string | null;
                /** @description Time of the oldest of the events; null if there are none. */
                oldest: string | null;
            };
        };
        Sensor: {
            /** @description Whether the sensor lives now: its last message is not older than 3 times its usual gap. Unlike with `status`, messages of its past do not count. */
            alive: boolean;
            /** @description Charge of the battery in percent, as the device reported it last. Null if it did not. */
            battery: number | null;
            /** @description Seconds by which the last report was ahead of the server's clock, if the server rejected it for that reason. Null otherwise. */
            clock_ahead_seconds: number | null;
            /** @description What the readings of the sensor mean, as far as its device cannot say it. */
            counting: {
                /** @description Crossings per second in one direction that are possible; more are a jump. */
                cap: number;
                /** @description What a register counts that does not say it. Null if it is not set. */
                direction: ("in" | "out") | null;
                /** @description Name of the line of which the register is one direction. Null if it is a line of its own. */
                line: string | null;
                /** @description Local time at which the device resets its totals every day, as HH:MM. Null if it does not. */
                resets_at: string | null;
                /** @description Whether the device is mounted the other way round, or counts down. */
                reverse: boolean;
                /** @description Zone of times that have no offset, and of `resets_at`. Null if none is set: such times are refused. */
                time_zone: string | null;
                /** @description Bits of the device's counter, after which it begins at 0 again. Null if only its readings say it. */
                width: number | null;
            };
            /** @description Time at which the resource was created. */
            created_at: string;
            /** @description Disposition that the sensor reported last. `LIVE` before the first heartbeat. */
            current_disposition: string;
            /** @description Id of the doorway to which the sensor is attached. Null if there is none. */
            doorway_id: string | null;
            /** @description Name of the doorway to which the sensor is attached. Null if there is none. */
            doorway_name: string | null;
            /** @description Number of events of the sensor that the server dropped as duplicates since it was started. */
            duplicate_events: number;
            /** @description Firmware version of the sensor. Null if unknown. */
            firmware_version: string | null;
            /** @description Whether the messages of the sensor are answered, but not stored. */
            ignored: boolean;
            /** @description What the readings of the sensor are. Null if it has sent none, but events alone. */
            kind: ("total" | "interval") | null;
            /** @description Time at which the server received the last event of the sensor. Null if there is none. */
            last_event: string | null;
            /** @description Time of the last heartbeat. Null if there is none. */
            last_heartbeat: string | null;
            /** @description Time at which the server received the last reading of the sensor. Null if there is none. */
            last_reading: string | null;
            /** @description Network interfaces of the sensor. */
            network_addresses: {
                /** @description IP address of the interface. */
                address: string | null;
                /** @description Address family of the interface, such as `IPv4`. */
                family: string | null;
                /** @description Name of the network interface. */
                if: string | null;
                /** @description MAC address of the interface. */
                mac: string | null;
            }[];
            /** @description Id of the organization, of which a server has one. */
            organization_id: string;
            /** @description What an operator must know of the device, as it reported last, such as a covered lens. */
            readonly problems: string[];
            /** @description Type of the sensor, as it reported it. `s5` before the first heartbeat. */
            sensor_type: string;
            /** @description Serial number of the sensor. */
            serial_number: string;
            /** @description Whether its readings are counted, or suspended until an operator decides. Null without readings. */
            state: ("counting" | "suspended") | null;
            /** @description Why the readings make no events, and what an operator can do. Null if they do. */
            state_detail: string | null;
            /**
             * @description `online` if the sensor sent an event or heartbeat within the time of `serve --sensor-timeout`.
             * @enum {string}
             */
            status: "online" | "offline";
            /** @description Time of the last update. */
            updated_at: string;
            /** @description UUID of the sensor. */
            uuid: string;
        };
        SensorEvent: {
            /** @description Id of the doorway. Null if the sensor was not attached to one. */
            doorway_id: string | null;
            /** @description Id of the resource. */
            id: string;
            /** @description Length of the span over which the reading of a device was spread, in ms: the timestamp is uncertain by as much. 0 for a crossing that was reported by itself. */
            resolution: number;
            /** @description Serial number of the sensor. */
            sensor_serial_number: string;
            /** @description Time of the event. */
            timestamp: string;
            /**
             * @description Direction that the sensor reported, 1 or -1.
             * @enum {number}
             */
            trajectory: 1 | -1;
        };
        SitePlan: {
            /** @description Changed resources. */
            changes: {
                /**
                 * @description What happened to the resource.
                 * @enum {string}
                 */
                action: "create" | "update" | "end" | "delete";
                /** @description Changed fields by name, each with its previous and its new value. */
                changes: {
                    [key: string]: {
                        /** @description Previous value. Absent for a new field. */
                        from?: unknown;
                        /** @description New value. Absent for a removed field. */
                        to?: unknown;
                    };
                };
                /** @description What becomes of the readings of a sensor whose settings change. Null for other changes. */
                judged: components["schemas"]["CountingPreview"] | null;
                /** @description Name or label of the resource. */
                name: string;
                /** @description Id of the resource. In a dry run, null for a resource that would be created. */
                resource_id: string | null;
                /** @description Type of the resource. */
                resource_type: string;
            }[];
            /** @description Number of created resources. */
            created: number;
            /** @description Number of deleted resources. */
            deleted: number;
            /** @description Whether the changes were only planned. */
            dry_run: boolean;
            /** @description Number of ended links. */
            ended: number;
            /** @description Number of updated resources. */
            updated: number;
        };
        SiteSpaceInput: {
            /** @description Postal address of the space. */
            address?: string | null;
            /** @description Rent of the building per year, in `annual_rent_currency`. Null for other types of space. */
            annual_rent?: number | null;
            /** @description Currency of `annual_rent`, such as `USD`. */
            annual_rent_currency?: string;
            /** @description Teams that are responsible for the space. */
            assigned_teams?: string[];
            /** @description Maximum number of people who are legally allowed in the space. Null if unknown. */
            capacity?: number | null;
            /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. */
            daily_reset?: string | null;
            /** @description Use of the space. Null if unknown. */
            function?: ("amenities_space" | "break_room" | "cafe" | "collaboration" | "conference_room" | "dining_area" | "event_space" | "focus_quiet" | "gym" | "kitchen" | "lab" | "library" | "lounge" | "meeting_room" | "office" | "phone_booth" | "place_of_worship" | "reception" | "restroom" | "retail" | "theater" | "wellness_room") | null;
            /**
             * @description Id of an existing space, so that the document can rename or move it.
             * @example spc_12
             */
            id?: string;
            /** @description Whether the time segments of the ancestors apply to the space. */
            inherits_time_segments?: boolean;
            /** @description Latitude in degrees. */
            latitude?: number | null;
            /** @description Longitude in degrees. */
            longitude?: number | null;
            /** @description Any JSON. The server stores it and returns it unchanged. */
            meta?: unknown;
            /** @description Name of the resource. */
            name: string;
            /** @description Free text about the space. */
            notes?: string;
            /** @description Safe limit in people for the mode `SAFE_CAPACITY`. Null if not set. */
            safe_capacity?: number | null;
            /** @description How the safe limit is defined: by `safe_capacity`, or as a proportion of `target_capacity` or `capacity`. Null for no safe limit. */
            safe_threshold_mode?: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
            /** @description Proportion of `target_capacity` or `capacity` for the `UTILIZATION_PERC_…` modes, such as 0.8. */
            safe_threshold_value?: number | null;
            /** @description Floor area of the space, in `size_area_unit`. */
            size_area?: number | null;
            /** @description Unit of `size_area`, such as `square_feet`. */
            size_area_unit?: string;
            /**
             * @description Type of the space.
             * @enum {string}
             */
            space_type?: "space" | "floor" | "building" | "campus";
            /** @description Spaces in this space. */
            spaces?: components["schemas"]["SiteSpaceInput"][];
            /** @description Tags of the resource. */
            tags?: string[];
            /** @description Number of people for whom the space is intended. Null if unknown. */
            target_capacity?: number | null;
            /**
             * @description Time zone of the space, a name of the IANA time zone database.
             * @example America/New_York
             */
            time_zone?: string;
        };
        Socket: {
            /** @description Seconds within which the URL must be opened. */
            ttl: number;
            /** @description URL of the websocket. It can be opened once. */
            url: string;
        };
        Space: {
            /** @description Postal address of the space. */
            address: string | null;
            /** @description Ancestors of the space, the outermost first. */
            ancestry: {
                /** @description Id of the ancestor. */
                id: string;
                /** @description Name of the ancestor. */
                name: string;
            }[];
            /** @description Rent of the building per year, in `annual_rent_currency`. Null for other types of space. */
            annual_rent: number | null;
            /** @description Currency of `annual_rent`, such as `USD`. */
            annual_rent_currency: string;
            /** @description Teams that are responsible for the space. */
            assigned_teams: {
                /** @description Id of the assignment of the team to the space. */
                id: string;
                /** @description Name of the team. */
                team_name: string;
            }[];
            /** @description Maximum number of people who are legally allowed in the space. Null if unknown. */
            capacity: number | null;
            /** @description Always empty. */
            component_spaces: unknown[];
            /**
             * @description Always `doorways`.
             * @constant
             */
            counting_mode: "doorways";
            /** @description Time at which the resource was created. */
            created_at: string;
            /** @description Number of people in the space now. */
            current_count: number;
            /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. */
            daily_reset: string | null;
            /** @description Free text about the space. Same as `notes` in version 2. */
            description: string;
            /** @description Doorways that are linked to the space. */
            doorways: {
                /** @description Id of the doorway. */
                id: string;
                /** @description Id of the link. */
                link_id: string;
                /** @description Name of the doorway. */
                name: string;
                /**
                 * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                 * @enum {number}
                 */
                sensor_placement: 1 | -1;
            }[];
            /** @description Always null. */
            floor_level: unknown;
            /** @description Use of the space. Null if unknown. */
            function: ("amenities_space" | "break_room" | "cafe" | "collaboration" | "conference_room" | "dining_area" | "event_space" | "focus_quiet" | "gym" | "kitchen" | "lab" | "library" | "lounge" | "meeting_room" | "office" | "phone_booth" | "place_of_worship" | "reception" | "restroom" | "retail" | "theater" | "wellness_room") | null;
            /** @description Id of the resource. */
            id: string;
            /** @description Always null. */
            image_url: string | null;
            /** @description Whether the time segments of the ancestors apply to the space. */
            inherits_time_segments: boolean;
            /** @description Latitude in degrees. */
            latitude: number | null;
            /** @description Longitude in degrees. */
            longitude: number | null;
            /** @description Always null. */
            max_dwell_minutes: number | null;
            /** @description Periods in which the space was measured: a doorway was linked to it, from its first event on. */
            measured_periods: {
                /** @description End of the period, exclusive. Null if the space is measured now. */
                end: string | null;
                /** @description First instant of the period. */
                start: string;
            }[];
            /** @description Any JSON. The server stores it and returns it unchanged. */
            meta: unknown;
            /** @description Name of the resource. */
            name: string;
            /** @description Free text about the space. */
            notes: string;
            /** @description Id of the space that contains this one. Null if there is none. */
            parent_id: string | null;
            /** @description Safe limit in people for the mode `SAFE_CAPACITY`. Null if not set. */
            safe_capacity: number | null;
            /** @description How the safe limit is defined: by `safe_capacity`, or as a proportion of `target_capacity` or `capacity`. Null for no safe limit. */
            safe_threshold_mode: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
            /** @description Proportion of `target_capacity` or `capacity` for the `UTILIZATION_PERC_…` modes, such as 0.8. */
            safe_threshold_value: number | null;
            /** @description Number of sensors at the doorways of the space. */
            sensors_total: number;
            /** @description Floor area of the space, in `size_area_unit`. */
            size_area: number | null;
            /** @description Unit of `size_area`, such as `square_feet`. */
            size_area_unit: string;
            /** @description Always empty. */
            space_mappings: unknown[];
            /**
             * @description Type of the space.
             * @enum {string}
             */
            space_type: "space" | "floor" | "building" | "campus";
            /** @description Tags of the resource. */
            tags: string[];
            /** @description Number of people for whom the space is intended. Null if unknown. */
            target_capacity: number | null;
            /** @description Groups with a time segment that applies to the space. */
            time_segment_groups: {
                /** @description Id of the group. */
                id: string;
                /** @description Name of the group. */
                name: string;
            }[];
            /** @description Time segments that apply to the space, including inherited ones. */
            time_segments: {
                /** @description Days of the week on which the time segment starts. */
                days: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
                /** @description Local end of the time segment. If it is not after `start`, the segment ends on the next day. */
                end: string;
                /** @description Id of the time segment. */
                id: string;
                /** @description Label of the time segment. Labels need not be unique. */
                label: string;
                /** @description Label of the time segment. */
                name: string;
                /** @description Local start of the time segment. */
                start: string;
            }[];
            /** @description Time zone of the space, a name of the IANA time zone database. */
            time_zone: string;
            /** @description Time of the last update. */
            updated_at: string;
        };
        SpaceCounts: {
            /** @description Metrics of the whole range, on every page. */
            metrics: components["schemas"]["CountMetrics"];
            /** @description Samples of the space, one per interval. */
            results: components["schemas"]["CountSample"][];
            /** @description Id of the space. */
            space_id: string;
            /** @description Number of samples. */
            total: number;
        };
        SpaceEvent: {
            /**
             * @description Direction of the event for the space: 1 is an entrance, -1 an exit.
             * @enum {number}
             */
            direction: 1 | -1;
            /** @description Id of the doorway. Null if the sensor was not attached to one. */
            doorway_id: string | null;
            /** @description Id of the resource. */
            id: string;
            /** @description Length of the span over which the reading of a device was spread, in ms: the timestamp is uncertain by as much. 0 for a crossing that was reported by itself. */
            resolution: number;
            /** @description Serial number of the sensor. */
            sensor_serial_number: string;
            /** @description Time of the event. */
            timestamp: string;
        };
        SqlExamples: {
            /** @description Example queries. */
            results: {
                /** @description Name of the example. */
                name: string;
                /** @description SQL statement of the example. */
                query: string;
                /** @description Question that the query answers. */
                question: string;
            }[];
        };
        SqlRelation: {
            /** @description Columns of a view. Empty for a macro. */
            columns: {
                /** @description Description of the column. */
                comment: string | null;
                /** @description Name of the column. */
                name: string;
                /** @description DuckDB type of the column. */
                type: string;
            }[];
            /** @description Description of the view or macro. */
            comment: string | null;
            /**
             * @description Whether it is a view, a table macro or a scalar macro.
             * @enum {string}
             */
            kind: "view" | "table_macro" | "macro";
            /** @description Name of the view or macro. */
            name: string;
            /** @description Names of the parameters. Empty for a view. */
            parameters: string[];
        };
        SqlResult: {
            /** @description Time of the data that the query read. Later events are not included. */
            as_of: string;
            /** @description Columns of the result. */
            columns: {
                /** @description Name of the column. */
                name: string;
                /** @description DuckDB type of the column. */
                type: string;
            }[];
            /** @description Duration of the query, in milliseconds. */
            elapsed_ms: number;
            /** @description Number of rows in `rows`. */
            row_count: number;
            /** @description Rows of the result, each a list of values in the order of `columns`. */
            rows: unknown[][];
            /** @description Whether rows are missing because the result exceeded `row_limit` or a limit of the server. */
            truncated: boolean;
        };
        SqlSchema: {
            /** @description Views and macros, sorted by name. */
            results: components["schemas"]["SqlRelation"][];
        };
        Tag: {
            /** @description Doorways with the tag. */
            doorways: {
                /** @description Id of the doorway. */
                id: string;
                /** @description Name of the doorway. */
                name: string;
            }[];
            /** @description Name of the tag. */
            name: string;
            /** @description Spaces with the tag. */
            spaces: {
                /** @description Number of people in the space now. */
                current_count: number;
                /** @description Id of the space. */
                id: string;
                /** @description Name of the space. */
                name: string;
            }[];
        };
        TimeSegment: {
            /** @description Days of the week on which the time segment starts. */
            days: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
            /** @description Local end of the time segment. If it is not after `start`, the segment ends on the next day. */
            end: string;
            /** @description Id of the resource. */
            id: string;
            /** @description Label of the time segment. Labels need not be unique. */
            label: string;
            /** @description Spaces to which the time segment applies, with their descendants. */
            spaces: {
                /** @description Name of the space. */
                name: string;
                /** @description Id of the space. */
                space_id: string;
            }[];
            /** @description Local start of the time segment. */
            start: string;
        };
        TimeSegmentGroup: {
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource. */
            name: string;
            /** @description Time segments of the group. */
            time_segments: {
                /** @description Id of the time segment. */
                id: string;
                /** @description Label of the time segment. */
                name: string;
                /** @description Id of the time segment. */
                time_segment_id: string;
            }[];
        };
        Token: {
            /** @description Time at which the resource was created. */
            created_at: string;
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource. */
            name: string;
            /** @description Maximum number of requests per minute. Null for no limit. */
            rate: number | null;
            /** @description Permissions of the token. */
            scopes: ("read" | "write" | "ingest" | "sql" | "admin" | "display")[];
            /** @description Id of the space that a token with the scope `display` is for. Null without this scope. */
            space_id: string | null;
        };
        VoidedRows: {
            /** @description Number of events that these other readings count now. */
            added: number;
            /** @description Number of other readings of which something else has become. */
            changed: number;
            /** @description Whether nothing has been changed. */
            dry_run: boolean;
            /** @description Number of events that no longer count. */
            events: number;
            /** @description What the other readings count now, by the import that they came with. */
            others: {
                /** @description Name of the file of the import. Null for readings that were sent without one. */
                file: string | null;
                /** @description Id of the import. Null for readings that were sent without one. */
                import_id: string | null;
                /** @description How many more people they count as entered. Negative if they count fewer. */
                in: number;
                /** @description How many more people they count as left. Negative if they count fewer. */
                out: number;
                /** @description Number of readings of which something else has become. */
                readings: number;
            }[];
            /** @description Number of readings that no longer count. */
            readings: number;
            /** @description Serial numbers of the sensors of these events and readings. */
            readonly sensors: string[];
            /** @description Entrances and exits of each space from the first of all these events to the last. */
            spaces: {
                /** @description Number of entrances in that time. */
                entrances: {
                    /** @description Number before the change. */
                    from: number;
                    /** @description Number after the change. */
                    to: number;
                };
                /** @description Number of exits in that time. */
                exits: {
                    /** @description Number before the change. */
                    from: number;
                    /** @description Number after the change. */
                    to: number;
                };
                /** @description Id of the space. */
                space_id: string;
                /** @description Name of the space. */
                space_name: string;
            }[];
        };
        Webhook: {
            /** @description Free text about the resource. */
            description: string | null;
            /** @description Reason why the server disabled the webhook. Null if it did not. */
            disabled_reason: string | null;
            /** @description Whether the server calls the webhook. */
            enabled: boolean;
            /** @description URL that the server calls, `http` or `https`. */
            endpoint: string;
            /** @description Number of failed attempts at the pending delivery that has failed most often. 0 if none has failed. */
            failed_attempts: number;
            /** @description HTTP headers that the server adds to each call, by name. */
            headers: {
                [key: string]: string;
            };
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource. */
            name: string | null;
            /** @description Ids of the spaces that the webhook is called for. An empty array means all spaces. */
            space_ids: string[];
            /**
             * @description What the webhook is called for: `counts` for each event, `threshold` when a count crosses the safe limit.
             * @enum {string}
             */
            type: "counts" | "threshold";
            /**
             * @description Version of the API that created the webhook. It defines the format of the calls.
             * @enum {string}
             */
            version: "v1" | "v2";
            /** @description Why the server does not make calls to the endpoint. Null if it does. */
            warning: string | null;
        };
        WebhookTest: {
            /** @description Error of the last attempt. Null if there was none. */
            error: string | null;
            /** @description HTTP status of the response to the last attempt. Null if there was no response. */
            response_status: number | null;
        };
    };
    responses: {
        /** @description A problem */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
        Prefer: string;
    };
    requestBodies: never;
    headers: {
        /** @description Unknown and read-only fields of the body that were ignored, comma-separated. */
        "Headcount-Ignored": string;
        /** @description `handling=strict` if the request has this preference. */
        "Preference-Applied": "handling=strict";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    analytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mirrors"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rebuildAnalytics: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Previous value. Absent for a new field. An ISO 8601 time, in UTC if it has no offset.
                     * @example 2024-05-06T07:00:00Z
                     */
                    from?: string;
                    /**
                     * @description New value. Absent for a removed field. An ISO 8601 time, in UTC if it has no offset.
                     * @example 2024-05-06T07:00:00Z
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mirrors"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    verifyAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MirrorComparisons"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    backUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    cluster: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cluster"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    upgradeCluster: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cluster"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    exportCounts: {
        parameters: {
            query?: {
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset. A date alone is its midnight, of counts in the time zone of each space.
                 * @example 2024-05-06
                 */
                end_time?: string;
                /** @description Length of an interval; `1M` is a month. The same length in another unit, such as `60m`, is accepted, too. */
                interval?: "1m" | "5m" | "10m" | "15m" | "1h" | "1d" | "1w" | "1M";
                /** @description Id of the space. Can be repeated or comma-separated. */
                space_id?: string[];
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset. A date alone is its midnight, of counts in the time zone of each space.
                 * @example 2024-05-06
                 */
                start_time?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset. A date alone is its midnight, of counts in the time zone of each space.
                 * @example 2024-05-06
                 */
                end_time?: string;
                /** @description Id of the space. Can be repeated or comma-separated. */
                space_id?: string[];
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset. A date alone is its midnight, of counts in the time zone of each space.
                 * @example 2024-05-06
                 */
                start_time?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    exportRollups: {
        parameters: {
            query?: {
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset. A date alone is its midnight, of counts in the time zone of each space.
                 * @example 2024-05-06
                 */
                end_time?: string;
                /** @description Id of the space. Can be repeated or comma-separated. */
                space_id?: string[];
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset. A date alone is its midnight, of counts in the time zone of each space.
                 * @example 2024-05-06
                 */
                start_time?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    mqtt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mqtt"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    rebuild: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only days from the UTC day of this time. The default is the first day. An ISO 8601 time, in UTC if it has no offset.
                     * @example 2024-05-06T07:00:00Z
                     */
                    from?: string;
                    /** @description Only runs of this space. Null for all spaces. */
                    space_id?: string | null;
                    /**
                     * @description Only days that begin before this time. The default is the last day. An ISO 8601 time, in UTC if it has no offset.
                     * @example 2024-05-06T07:00:00Z
                     */
                    to?: string;
                    /**
                     * @description Whether to compare the runs with the log instead of replacing them.
                     * @default false
                     */
                    verify?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rebuild"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    applyRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Whether older events are removed; without it, nothing changes.
                     * @default false
                     */
                    apply?: boolean;
                    /** @description How long events are kept: a number of days, weeks, months or years, such as 90d, 26w, 18M or 2y. */
                    keep: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    exportSite: {
        parameters: {
            query?: {
                /** @description Whether to include the ids of all resources, so that the document can rename and move them. */
                ids?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    applySite: {
        parameters: {
            query?: {
                /** @description Whether to return the changes without making them. */
                dry_run?: boolean;
                /** @description Whether to end links and delete resources that the document does not contain, and to reset fields that it omits. */
                prune?: boolean;
            };
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Doorways of the site. */
                    doorways?: {
                        /** @description Free text about the doorway. */
                        description?: string;
                        /**
                         * @description Id of an existing doorway, so that the document can rename it.
                         * @example drw_12
                         */
                        id?: string;
                        /** @description Links of the doorway to spaces. */
                        links?: {
                            /**
                             * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                             * @enum {number}
                             */
                            sensor_placement: 1 | -1;
                            /** @description Space to which the doorway is linked. A name, or a path of names from the outermost space to the resource. */
                            space: string | (string | number)[];
                        }[];
                        /** @description Name of the doorway. */
                        name: string;
                        /** @description Serial number of the sensor to attach to the doorway. Null for none. */
                        sensor_serial_number?: string | null;
                        /** @description Tags of the doorway. */
                        tags?: string[];
                    }[];
                    /** @description Sensors with settings that their devices cannot say. */
                    sensors?: {
                        /** @description What the readings of the sensor mean, as far as its device cannot say it. */
                        counting?: {
                            /** @description Crossings per second in one direction that are possible; more are a jump. */
                            cap?: number;
                            /** @description What a register counts that does not say it. Null if it is not set. */
                            direction?: ("in" | "out") | null;
                            /** @description Name of the line of which the register is one direction. Null if it is a line of its own. */
                            line?: string | null;
                            /** @description Local time at which the device resets its totals every day, as HH:MM. Null if it does not. */
                            resets_at?: string | null;
                            /** @description Whether the device is mounted the other way round, or counts down. */
                            reverse?: boolean;
                            /** @description Zone of times that have no offset, and of `resets_at`. Null if none is set: such times are refused. */
                            time_zone?: string | null;
                            /** @description Bits of the device's counter, after which it begins at 0 again. Null if only its readings say it. */
                            width?: number | null;
                        };
                        /** @description Number of rows of sensors that are ignored: they are not stored. Absent without any. */
                        ignored?: boolean;
                        /** @description Serial number of the sensor. */
                        serial_number: string;
                    }[];
                    /** @description Top-level spaces of the site. */
                    spaces?: components["schemas"]["SiteSpaceInput"][];
                    /** @description Groups of time segments of the site. */
                    time_segment_groups?: {
                        /**
                         * @description Id of an existing group, so that the document can rename it.
                         * @example tsg_12
                         */
                        id?: string;
                        /** @description Name of the group. */
                        name: string;
                        /** @description Time segments of the group. */
                        time_segments?: (string | (string | number)[])[];
                    }[];
                    /** @description Time segments of the site. */
                    time_segments?: {
                        /** @description Days of the week on which the time segment starts. */
                        days: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
                        /**
                         * @description Local end of the time segment. If it is not after `start`, the segment ends on the next day. Format: `HH:MM:SS`. `24:00` is `00:00`.
                         * @example 17:00:00
                         */
                        end: string;
                        /**
                         * @description Id of an existing time segment, so that the document can rename it.
                         * @example tsm_12
                         */
                        id?: string;
                        /** @description Label of the time segment. Labels need not be unique. */
                        label: string;
                        /** @description Spaces to which the time segment applies, with their descendants. */
                        spaces?: (string | (string | number)[])[];
                        /**
                         * @description Local start of the time segment. Format: `HH:MM:SS`.
                         * @example 09:00:00
                         */
                        start: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePlan"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description Only changes before this time. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /** @description Only changes of this resource. */
                resource_id?: string;
                /** @description Type of the resource. */
                resource_type?: string;
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time?: string;
                /**
                 * @description Only changes by this token.
                 * @example tkn_12
                 */
                token_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["AuditEntry"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getCountsOfSpaces: {
        parameters: {
            query: {
                /** @description Whether each sample includes `average`, the time-weighted mean of its count. */
                averages?: boolean;
                /** @description With `Accept: text/csv`, the kind of CSV: `excel` for names, local times of the space and rounded numbers, as spreadsheets read them. */
                csv?: "excel";
                /**
                 * @description End of the range, exclusive. A range that ends in the future ends now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time: string;
                /** @description Length of an interval; `1M` is a month. The same length in another unit, such as `60m`, is accepted, too. */
                interval?: "1m" | "5m" | "10m" | "15m" | "1h" | "1d" | "1w" | "1M";
                /** @description Whether only the periods in which the space was measured count (`measured_periods`). */
                measured?: boolean;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /** @description Id of the space. Can be repeated or comma-separated. */
                space_id: string[];
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
                /** @description Only time in the segments of these groups. Can be repeated or comma-separated. */
                time_segment_group_ids?: string[];
                /** @description Alias of `time_segment_group_ids`. Can be repeated or comma-separated. */
                time_segment_groups?: string[];
                /** @description Only time in these time segments. Can be repeated or comma-separated. */
                time_segment_ids?: string[];
                /** @description Only time in the time segments with these labels. Can be repeated. */
                time_segment_labels?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Counts of each space. */
                        results: components["schemas"]["SpaceCounts"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    storeDeviceMessage: {
        parameters: {
            query?: {
                /** @description Kind of the event, which ChirpStack adds to its address: only `up` and `join` are read. */
                event?: string;
            };
            header?: never;
            path: {
                /** @description Adapter that reads the messages of the device or of the network server. */
                adapter: "the-things-stack" | "chirpstack" | "irisys" | "xovis" | "hikvision" | "axis" | "brickstream" | "milesight" | "ngsi" | "presence";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
                "application/json": unknown;
                "application/xml": unknown;
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResult"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    storeDeviceMessageByPath: {
        parameters: {
            query?: {
                /** @description Kind of the event, which ChirpStack adds to its address: only `up` and `join` are read. */
                event?: string;
            };
            header?: never;
            path: {
                /** @description Adapter that reads the messages of the device or of the network server. */
                adapter: "the-things-stack" | "chirpstack" | "irisys" | "xovis" | "hikvision" | "axis" | "brickstream" | "milesight" | "ngsi" | "presence";
                /** @description Token with the scope `ingest` alone. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
                "application/json": unknown;
                "application/xml": unknown;
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResult"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getDisplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the display: `dsp_` and the number of its space. */
                display_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Space that the display shows. */
                        dedicated_space: components["schemas"]["Space"] | components["schemas"]["DisplayedSpace"];
                        /** @description Id of the resource. */
                        id: string;
                        /**
                         * @description Whether the space is counted, no event of its sensors has ever arrived, or no doorway is linked to it.
                         * @enum {string}
                         */
                        state: "counting" | "no_data" | "not_measured";
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listDoorways: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Only doorways that are linked to this space.
                 * @example spc_12
                 */
                space_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Same as `total`. */
                        count: number;
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Doorway"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createDoorway: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Free text about the resource. */
                    description?: string;
                    /** @description Name of the doorway. It must be unique. */
                    name: string;
                    /** @description Serial number of the sensor to attach to the doorway. Null for none. */
                    sensor_serial_number?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Doorway"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getDoorway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the doorway.
                 * @example drw_12
                 */
                doorway_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Doorway"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateDoorway: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the doorway.
                 * @example drw_12
                 */
                doorway_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Free text about the resource. */
                    description?: string;
                    /** @description Time from which the change applies. The default is now. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /** @description Name of the doorway. It must be unique. */
                    name?: string;
                    /** @description Serial number of the sensor to attach to the doorway. Null to detach the sensor. */
                    sensor_serial_number?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Doorway"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteDoorway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the doorway.
                 * @example drw_12
                 */
                doorway_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    tagDoorway: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the doorway.
                 * @example drw_12
                 */
                doorway_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the tag. */
                    tag_name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedTag"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    untagDoorway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the doorway.
                 * @example drw_12
                 */
                doorway_id: string;
                /** @description Name of the tag. */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    voidEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the event.
                 * @example evt_12
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Import"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example imp_12
                 */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    voidImport: {
        parameters: {
            query?: {
                /** @description Whether to change nothing, and only say what would be voided. */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the import.
                 * @example imp_12
                 */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoidedRows"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listLinks: {
        parameters: {
            query?: {
                /**
                 * @description Only links of this doorway.
                 * @example drw_12
                 */
                doorway_id?: string;
                /** @description Whether to include links that have ended. */
                ended?: boolean;
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Only links of this space.
                 * @example spc_12
                 */
                space_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["ListedLink"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Id of the doorway.
                     * @example drw_12
                     */
                    doorway_id: string;
                    /** @description Start of the link. The default is now, or all past time for the first link of the doorway to the space. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /**
                     * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                     * @enum {number}
                     */
                    sensor_placement: 1 | -1;
                    /**
                     * @description Id of the space.
                     * @example spc_12
                     */
                    space_id: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_12
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedLink"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_12
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Time from which the change applies. The default is now. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /**
                     * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                     * @enum {number}
                     */
                    sensor_placement?: 1 | -1;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedLink"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteLink: {
        parameters: {
            query?: {
                /** @description Whether to remove the link for all time instead of ending it now. Requires the scope `admin`. */
                erase?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_12
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    setPlacement: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_12
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Time from which the change applies. The default is now. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /**
                     * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                     * @enum {number}
                     */
                    sensor_placement?: 1 | -1;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedLink"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    setPlacementByPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the link.
                 * @example lnk_12
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Time from which the change applies. The default is now. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /**
                     * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                     * @enum {number}
                     */
                    sensor_placement?: 1 | -1;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedLink"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    followCounts: {
        parameters: {
            query?: {
                /**
                 * @description First returns the messages since this event, up to an hour back.
                 * @example evt_12
                 */
                after?: string;
                /** @description Id of the space. Can be repeated or comma-separated. */
                space_id?: string[];
            };
            header?: {
                /**
                 * @description Id of the last event that the client received, as `after`, over which it has precedence.
                 * @example evt_12
                 */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    storeReadings: {
        parameters: {
            query?: {
                /** @description Name of a file: the rows are an import, which can be voided as a whole. */
                file?: string;
                /**
                 * @description Id of the import that the readings are a further part of.
                 * @example imp_12
                 */
                import_id?: string;
                /** @description Whether the events are sent to webhooks and websockets. The default is true. */
                live?: boolean;
                /** @description Whether intervals replace those with other values. Their events are voided, and no webhook or socket is notified. Needs the scope `admin`. */
                replace?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>[];
                "application/x-ndjson": Record<string, never>[];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadingsResult"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listResets: {
        parameters: {
            query?: {
                /**
                 * @description Only resets before this time. In version 1, resets at this time are included. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Only resets of this space.
                 * @example spc_12
                 */
                space_id?: string;
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Reset"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Number of people in the space after the reset.
                     * @default 0
                     */
                    count?: number;
                    /**
                     * @description Id of the space.
                     * @example spc_12
                     */
                    space_id: string;
                    /**
                     * @description Time of the reset. An ISO 8601 time, in UTC if it has no offset.
                     * @example 2024-05-06T07:00:00Z
                     */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reset"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    voidReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the reset.
                 * @example rst_12
                 */
                reset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    ingestSensorEvents: {
        parameters: {
            query?: {
                /** @description How to treat rows without `event_id` that are equal to another row of the request. `auto` keeps those with a whole-second timestamp, `keep` keeps all, `drop` keeps one. */
                duplicates?: "auto" | "keep" | "drop";
                /** @description Name of a file: the rows are an import, which can be voided as a whole. */
                file?: string;
                /**
                 * @description Id of the import that the rows are a further part of.
                 * @example imp_12
                 */
                import_id?: string;
                /** @description Whether the events are sent to webhooks and websockets. The default is true. */
                live?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": unknown[];
                "application/x-ndjson": unknown[];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ingest"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSensors: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Sensor"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getSensor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Serial number of the sensor. */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sensor"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateSensor: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Serial number of the sensor. */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What the readings of the sensor mean, as far as its device cannot say it. */
                    counting?: {
                        /** @description Crossings per second in one direction that are possible; more are a jump. */
                        cap?: number;
                        /** @description What a register counts that does not say it. Null if it is not set. */
                        direction?: ("in" | "out") | null;
                        /** @description Name of the line of which the register is one direction. Null if it is a line of its own. */
                        line?: string | null;
                        /** @description Local time at which the device resets its totals every day, as HH:MM. Null if it does not. */
                        resets_at?: string | null;
                        /** @description Whether the device is mounted the other way round, or counts down. */
                        reverse?: boolean;
                        /** @description Zone of times that have no offset, and of `resets_at`. Null if none is set: such times are refused. */
                        time_zone?: string | null;
                        /** @description Bits of the device's counter, after which it begins at 0 again. Null if only its readings say it. */
                        width?: number | null;
                    };
                    /** @description Instant from which the settings apply, or `beginning`. Needs the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /** @description Whether the messages of the sensor are answered, but not stored. */
                    ignored?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sensor"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteSensor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Serial number of the sensor. */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSensorEvents: {
        parameters: {
            query: {
                /** @description Only events with this direction, as the sensor reported it. */
                direction?: 1 | -1;
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
            };
            header?: never;
            path: {
                /** @description Serial number of the sensor. */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["SensorEvent"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    voidSensorEvents: {
        parameters: {
            query: {
                /** @description Whether to change nothing, and only say what would be voided. */
                dry_run?: boolean;
                /**
                 * @description End of the range, exclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time: string;
                /**
                 * @description Start of the range. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
            };
            header?: never;
            path: {
                /** @description Serial number of the sensor. */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoidedRows"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    sendHeartbeat: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Serial number of the sensor. */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Charge of the battery in percent, as the device reported it last. Null if it did not. */
                    battery?: number | null;
                    /** @description Disposition of the sensor, such as `LIVE`. */
                    current_disposition?: string;
                    /** @description Firmware version of the sensor. Null if unknown. */
                    firmware_version?: string | null;
                    /** @description Network interfaces of the sensor. */
                    network_addresses?: {
                        /**
                         * @description IP address of the interface.
                         * @default null
                         */
                        address?: string | null;
                        /**
                         * @description Address family of the interface, such as `IPv4`.
                         * @default null
                         */
                        family?: string | null;
                        /**
                         * @description Name of the network interface.
                         * @default null
                         */
                        if?: string | null;
                        /**
                         * @description MAC address of the interface.
                         * @default null
                         */
                        mac?: string | null;
                    }[];
                    /** @description What an operator must know of the device, as it reported last, such as a covered lens. */
                    problems?: string[];
                    /** @description Type of the sensor. */
                    sensor_type?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sensor"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    previewSensor: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description Serial number of the sensor. */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What the readings of the sensor mean, as far as its device cannot say it. */
                    counting?: {
                        /** @description Crossings per second in one direction that are possible; more are a jump. */
                        cap?: number;
                        /** @description What a register counts that does not say it. Null if it is not set. */
                        direction?: ("in" | "out") | null;
                        /** @description Name of the line of which the register is one direction. Null if it is a line of its own. */
                        line?: string | null;
                        /** @description Local time at which the device resets its totals every day, as HH:MM. Null if it does not. */
                        resets_at?: string | null;
                        /** @description Whether the device is mounted the other way round, or counts down. */
                        reverse?: boolean;
                        /** @description Zone of times that have no offset, and of `resets_at`. Null if none is set: such times are refused. */
                        time_zone?: string | null;
                        /** @description Bits of the device's counter, after which it begins at 0 again. Null if only its readings say it. */
                        width?: number | null;
                    };
                    /** @description Instant from which the settings would apply, or `beginning`. Needs the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountingPreview"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listReadings: {
        parameters: {
            query?: {
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time?: string;
            };
            header?: never;
            path: {
                /** @description Serial number of the sensor. */
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Reading"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createSocket: {
        parameters: {
            query?: {
                /** @description Only notifications of these spaces. Can be repeated or comma-separated. */
                space_id?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Socket"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSpaces: {
        parameters: {
            query?: {
                /**
                 * @description Only spaces to which this doorway is linked.
                 * @example drw_12
                 */
                doorway_id?: string;
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Only direct children of this space.
                 * @example spc_12
                 */
                parent_id?: string;
                /** @description Only spaces of this type. */
                space_type?: "space" | "floor" | "building" | "campus";
                /** @description Only spaces with this tag. */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Space"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createSpace: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Postal address of the space. */
                    address?: string | null;
                    /** @description Rent of the building per year, in `annual_rent_currency`. Null for other types of space. */
                    annual_rent?: number | null;
                    /** @description Currency of `annual_rent`, such as `USD`. */
                    annual_rent_currency?: string;
                    /** @description Maximum number of people who are legally allowed in the space. Null if unknown. */
                    capacity?: number | null;
                    /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. The default is `04:00` in version 2, and null in version 1. */
                    daily_reset?: string | null;
                    /** @description Free text about the space. Version 2 stores it as `notes`, which has precedence if both are given. */
                    description?: string;
                    /** @description Use of the space. Null if unknown. */
                    function?: ("amenities_space" | "break_room" | "cafe" | "collaboration" | "conference_room" | "dining_area" | "event_space" | "focus_quiet" | "gym" | "kitchen" | "lab" | "library" | "lounge" | "meeting_room" | "office" | "phone_booth" | "place_of_worship" | "reception" | "restroom" | "retail" | "theater" | "wellness_room") | null;
                    /** @description Whether the time segments of the ancestors apply to the space. */
                    inherits_time_segments?: boolean;
                    /** @description Latitude in degrees. */
                    latitude?: number | null;
                    /** @description Longitude in degrees. */
                    longitude?: number | null;
                    /** @description Any JSON. The server stores it and returns it unchanged. */
                    meta?: unknown;
                    /** @description Name of the resource. */
                    name: string;
                    /** @description Free text about the space. */
                    notes?: string;
                    /** @description Id of the space that contains this one. Null if there is none. */
                    parent_id?: string | null;
                    /** @description Safe limit in people for the mode `SAFE_CAPACITY`. Null if not set. */
                    safe_capacity?: number | null;
                    /** @description How the safe limit is defined: by `safe_capacity`, or as a proportion of `target_capacity` or `capacity`. Null for no safe limit. */
                    safe_threshold_mode?: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
                    /** @description Proportion of `target_capacity` or `capacity` for the `UTILIZATION_PERC_…` modes, such as 0.8. */
                    safe_threshold_value?: number | null;
                    /** @description Floor area of the space, in `size_area_unit`. */
                    size_area?: number | null;
                    /** @description Unit of `size_area`, such as `square_feet`. */
                    size_area_unit?: string;
                    /**
                     * @description Type of the space.
                     * @enum {string}
                     */
                    space_type?: "space" | "floor" | "building" | "campus";
                    /** @description Number of people for whom the space is intended. Null if unknown. */
                    target_capacity?: number | null;
                    /**
                     * @description Time zone of the space, a name of the IANA time zone database. The default is that of the parent, else `UTC`.
                     * @example America/New_York
                     */
                    time_zone?: string;
                    /**
                     * @description Time zone of the space. Version 2 stores it as `time_zone`, which has precedence if both are given.
                     * @example America/New_York
                     */
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateSpace: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Postal address of the space. */
                    address?: string | null;
                    /** @description Rent of the building per year, in `annual_rent_currency`. Null for other types of space. */
                    annual_rent?: number | null;
                    /** @description Currency of `annual_rent`, such as `USD`. */
                    annual_rent_currency?: string;
                    /** @description Maximum number of people who are legally allowed in the space. Null if unknown. */
                    capacity?: number | null;
                    /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. */
                    daily_reset?: string | null;
                    /** @description Free text about the space. Version 2 stores it as `notes`, which has precedence if both are given. */
                    description?: string;
                    /** @description Time from which the change applies. The default is now. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /** @description Use of the space. Null if unknown. */
                    function?: ("amenities_space" | "break_room" | "cafe" | "collaboration" | "conference_room" | "dining_area" | "event_space" | "focus_quiet" | "gym" | "kitchen" | "lab" | "library" | "lounge" | "meeting_room" | "office" | "phone_booth" | "place_of_worship" | "reception" | "restroom" | "retail" | "theater" | "wellness_room") | null;
                    /** @description Whether the time segments of the ancestors apply to the space. */
                    inherits_time_segments?: boolean;
                    /** @description Latitude in degrees. */
                    latitude?: number | null;
                    /** @description Longitude in degrees. */
                    longitude?: number | null;
                    /** @description Any JSON. The server stores it and returns it unchanged. */
                    meta?: unknown;
                    /** @description Name of the resource. */
                    name?: string;
                    /** @description Free text about the space. */
                    notes?: string;
                    /** @description Id of the space that contains this one. Null if there is none. */
                    parent_id?: string | null;
                    /** @description Safe limit in people for the mode `SAFE_CAPACITY`. Null if not set. */
                    safe_capacity?: number | null;
                    /** @description How the safe limit is defined: by `safe_capacity`, or as a proportion of `target_capacity` or `capacity`. Null for no safe limit. */
                    safe_threshold_mode?: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
                    /** @description Proportion of `target_capacity` or `capacity` for the `UTILIZATION_PERC_…` modes, such as 0.8. */
                    safe_threshold_value?: number | null;
                    /** @description Floor area of the space, in `size_area_unit`. */
                    size_area?: number | null;
                    /** @description Unit of `size_area`, such as `square_feet`. */
                    size_area_unit?: string;
                    /**
                     * @description Type of the space.
                     * @enum {string}
                     */
                    space_type?: "space" | "floor" | "building" | "campus";
                    /** @description Number of people for whom the space is intended. Null if unknown. */
                    target_capacity?: number | null;
                    /**
                     * @description Time zone of the space, a name of the IANA time zone database.
                     * @example America/New_York
                     */
                    time_zone?: string;
                    /**
                     * @description Time zone of the space. Version 2 stores it as `time_zone`, which has precedence if both are given.
                     * @example America/New_York
                     */
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Space"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteSpace: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the space, as a confirmation. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    assignTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the team. */
                    team_name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignedTeam"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    unassignTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the assignment of the team to the space.
                 * @example ast_12
                 */
                assigned_team_id: string;
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listBreaches: {
        parameters: {
            query: {
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Breach"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getCount: {
        parameters: {
            query?: {
                /**
                 * @description Time of the count. The default is now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                time?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of people in the space. */
                        count: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getCounts: {
        parameters: {
            query: {
                /** @description Whether each sample includes `average`, the time-weighted mean of its count. */
                averages?: boolean;
                /** @description With `Accept: text/csv`, the kind of CSV: `excel` for names, local times of the space and rounded numbers, as spreadsheets read them. */
                csv?: "excel";
                /**
                 * @description End of the range, exclusive. A range that ends in the future ends now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time: string;
                /** @description Length of an interval; `1M` is a month. The same length in another unit, such as `60m`, is accepted, too. */
                interval?: "1m" | "5m" | "10m" | "15m" | "1h" | "1d" | "1w" | "1M";
                /** @description Whether only the periods in which the space was measured count (`measured_periods`). */
                measured?: boolean;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
                /** @description Only time in the segments of these groups. Can be repeated or comma-separated. */
                time_segment_group_ids?: string[];
                /** @description Alias of `time_segment_group_ids`. Can be repeated or comma-separated. */
                time_segment_groups?: string[];
                /** @description Only time in these time segments. Can be repeated or comma-separated. */
                time_segment_ids?: string[];
                /** @description Only time in the time segments with these labels. Can be repeated. */
                time_segment_labels?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Metrics of the whole range, on every page. */
                        metrics: components["schemas"]["CountMetrics"];
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Samples of the page, one per interval. */
                        results: components["schemas"]["CountSample"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSpaceEvents: {
        parameters: {
            query: {
                /** @description Only entrances (1) or only exits (-1). */
                direction?: 1 | -1;
                /**
                 * @description Only events at this doorway.
                 * @example drw_12
                 */
                doorway_id?: string;
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
                /** @description Only time in the segments of these groups. Can be repeated or comma-separated. */
                time_segment_group_ids?: string[];
                /** @description Groups with a time segment that applies to the space. Can be repeated or comma-separated. */
                time_segment_groups?: string[];
                /** @description Only time in these time segments. Can be repeated or comma-separated. */
                time_segment_ids?: string[];
                /** @description Only time in the time segments with these labels. Can be repeated. */
                time_segment_labels?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["SpaceEvent"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSpaceResets: {
        parameters: {
            query?: {
                /**
                 * @description Only resets before this time. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Reset"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createSpaceReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Number of people in the space after the reset.
                     * @default 0
                     */
                    count?: number;
                    /**
                     * @description Time of the reset. An ISO 8601 time, in UTC if it has no offset.
                     * @example 2024-05-06T07:00:00Z
                     */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reset"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    tagSpace: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the tag. */
                    tag_name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedTag"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    untagSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
                /** @description Name of the tag. */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getCountsBySpace: {
        parameters: {
            query: {
                /** @description Whether each sample includes `average`, the time-weighted mean of its count. */
                averages?: boolean;
                /** @description With `Accept: text/csv`, the kind of CSV: `excel` for names, local times of the space and rounded numbers, as spreadsheets read them. */
                csv?: "excel";
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time: string;
                /** @description Length of an interval; `1M` is a month. The same length in another unit, such as `60m`, is accepted, too. */
                interval?: "1m" | "5m" | "10m" | "15m" | "1h" | "1d" | "1w" | "1M";
                /** @description Whether only the periods in which the space was measured count (`measured_periods`). */
                measured?: boolean;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /** @description Id of the space. Can be repeated or comma-separated. */
                space_id?: string[];
                /** @description Can be repeated or comma-separated. */
                space_list?: string[];
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
                /** @description Only time in the segments of these groups. Can be repeated or comma-separated. */
                time_segment_group_ids?: string[];
                /** @description Groups with a time segment that applies to the space. Can be repeated or comma-separated. */
                time_segment_groups?: string[];
                /** @description Only time in these time segments. Can be repeated or comma-separated. */
                time_segment_ids?: string[];
                /** @description Only time in the time segments with these labels. Can be repeated. */
                time_segment_labels?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: {
                            [key: string]: components["schemas"]["CountSample"][];
                        };
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getMetricsBySpace: {
        parameters: {
            query: {
                /** @description Whether each sample includes `average`, the time-weighted mean of its count. */
                averages?: boolean;
                /** @description With `Accept: text/csv`, the kind of CSV: `excel` for names, local times of the space and rounded numbers, as spreadsheets read them. */
                csv?: "excel";
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time: string;
                /** @description Length of an interval; `1M` is a month. The same length in another unit, such as `60m`, is accepted, too. */
                interval?: "1m" | "5m" | "10m" | "15m" | "1h" | "1d" | "1w" | "1M";
                /** @description Whether only the periods in which the space was measured count (`measured_periods`). */
                measured?: boolean;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /** @description Id of the space. Can be repeated or comma-separated. */
                space_id?: string[];
                /** @description Can be repeated or comma-separated. */
                space_list?: string[];
                /**
                 * @description Start of the range, inclusive. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
                /** @description Only time in the segments of these groups. Can be repeated or comma-separated. */
                time_segment_group_ids?: string[];
                /** @description Groups with a time segment that applies to the space. Can be repeated or comma-separated. */
                time_segment_groups?: string[];
                /** @description Only time in these time segments. Can be repeated or comma-separated. */
                time_segment_ids?: string[];
                /** @description Only time in the time segments with these labels. Can be repeated. */
                time_segment_labels?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of readings by what became of them. */
                        results: {
                            [key: string]: components["schemas"]["CountMetrics"];
                        };
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    runSql: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description SQL statement to run. */
                    query: string;
                    /** @description Maximum number of rows to return. */
                    row_limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlResult"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listSqlExamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlExamples"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getSqlSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlSchema"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: {
                            /** @description Name of the tag. */
                            name: string;
                        }[];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the tag. */
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listTimeSegmentGroups: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["TimeSegmentGroup"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createTimeSegmentGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the resource. */
                    name: string;
                    /** @description Time segments of the group. The default is none. */
                    time_segments?: (string | {
                        /**
                         * @description Id of the time segment.
                         * @example tsm_12
                         */
                        id: string;
                    } | {
                        /**
                         * @description Id of the time segment.
                         * @example tsm_12
                         */
                        time_segment_id: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeSegmentGroup"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getTimeSegmentGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the group.
                 * @example tsg_12
                 */
                time_segment_group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeSegmentGroup"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateTimeSegmentGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the group.
                 * @example tsg_12
                 */
                time_segment_group_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name of the resource. */
                    name?: string;
                    /** @description Time segments of the group. */
                    time_segments?: (string | {
                        /**
                         * @description Id of the time segment.
                         * @example tsm_12
                         */
                        id: string;
                    } | {
                        /**
                         * @description Id of the time segment.
                         * @example tsm_12
                         */
                        time_segment_id: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeSegmentGroup"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteTimeSegmentGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the group.
                 * @example tsg_12
                 */
                time_segment_group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listTimeSegments: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["TimeSegment"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createTimeSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Days of the week on which the time segment starts. */
                    days: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
                    /**
                     * @description Local end of the time segment. If it is not after `start`, the segment ends on the next day. Format: `HH:MM:SS`. `24:00` is `00:00`.
                     * @example 17:00:00
                     */
                    end: string;
                    /** @description Label of the time segment. Labels need not be unique. */
                    label: string;
                    /** @description Spaces to which the time segment applies, with their descendants. */
                    spaces: (string | {
                        /**
                         * @description Id of the space.
                         * @example spc_12
                         */
                        id: string;
                    } | {
                        /**
                         * @description Id of the space.
                         * @example spc_12
                         */
                        space_id: string;
                    })[];
                    /**
                     * @description Local start of the time segment. Format: `HH:MM:SS`.
                     * @example 09:00:00
                     */
                    start: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeSegment"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getTimeSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the time segment.
                 * @example tsm_12
                 */
                time_segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeSegment"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateTimeSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the time segment.
                 * @example tsm_12
                 */
                time_segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Days of the week on which the time segment starts. */
                    days?: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
                    /**
                     * @description Local end of the time segment. If it is not after `start`, the segment ends on the next day. Format: `HH:MM:SS`. `24:00` is `00:00`.
                     * @example 17:00:00
                     */
                    end?: string;
                    /** @description Label of the time segment. Labels need not be unique. */
                    label?: string;
                    /** @description Spaces to which the time segment applies, with their descendants. */
                    spaces?: (string | {
                        /**
                         * @description Id of the space.
                         * @example spc_12
                         */
                        id: string;
                    } | {
                        /**
                         * @description Id of the space.
                         * @example spc_12
                         */
                        space_id: string;
                    })[];
                    /**
                     * @description Local start of the time segment. Format: `HH:MM:SS`.
                     * @example 09:00:00
                     */
                    start?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeSegment"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteTimeSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the time segment.
                 * @example tsm_12
                 */
                time_segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listTimeSegmentLabels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of readings by what became of them. */
                        results: string[];
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Token"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the token. The audit log shows it. */
                    name: string;
                    /** @description Maximum number of requests per minute. Null for no limit. The default is the `--rate-limit` of the server. */
                    rate?: number | null;
                    /** @description Permissions of the token. The default is `read`. `display` is for what a display of one space shows, and is the only scope of its token. */
                    scopes?: ("read" | "write" | "ingest" | "sql" | "admin" | "display")[];
                    /** @description Id of the space that a token with the scope `display` is for. Required with this scope. */
                    space_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Time at which the resource was created. */
                        created_at: string;
                        /** @description Id of the resource. */
                        id: string;
                        /** @description Name of the token. The audit log shows it. */
                        name: string;
                        /** @description Maximum number of requests per minute. Null for no limit. The default is the `--rate-limit` of the server. */
                        rate: number | null;
                        /** @description Permissions of the token. The default is `read`. `display` is for what a display of one space shows, and is the only scope of its token. */
                        scopes: ("read" | "write" | "ingest" | "sql" | "admin" | "display")[];
                        /** @description Id of the space that a token with the scope `display` is for. Required with this scope. */
                        space_id: string | null;
                        /** @description The token itself. It is shown only once. */
                        token: string;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the token.
                 * @example tkn_12
                 */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    readCurrentToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Webhook"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Free text about the resource. */
                    description?: string | null;
                    /** @description Whether the server calls the webhook. The default is true. */
                    enabled?: boolean;
                    /** @description URL that the server calls, `http` or `https`. */
                    endpoint: string;
                    /** @description HTTP headers that the server adds to each call, by name. */
                    headers?: {
                        [key: string]: string;
                    } | {
                        /** @description Name of the header. */
                        name?: string;
                        /** @description Value of the header. */
                        value?: string;
                    }[];
                    /** @description Name of the resource. */
                    name?: string | null;
                    /** @description Secret with which the server signs calls. The default is a generated secret. */
                    secret?: string;
                    /** @description Ids of the spaces that the webhook is called for. An empty array means all spaces. */
                    space_ids?: string[];
                    /**
                     * @description What the webhook is called for: `counts` (the default) for each event, `threshold` when a count crosses the safe limit.
                     * @enum {string}
                     */
                    type?: "counts" | "threshold";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Free text about the resource. */
                        description: string | null;
                        /** @description Reason why the server disabled the webhook. Null if it did not. */
                        disabled_reason: string | null;
                        /** @description Whether the server calls the webhook. The default is true. */
                        enabled: boolean;
                        /** @description URL that the server calls, `http` or `https`. */
                        endpoint: string;
                        /** @description Number of failed attempts at the pending delivery that has failed most often. 0 if none has failed. */
                        failed_attempts: number;
                        /** @description HTTP headers that the server adds to each call, by name. */
                        headers: {
                            [key: string]: string;
                        };
                        /** @description Id of the resource. */
                        id: string;
                        /** @description Name of the resource. */
                        name: string | null;
                        /** @description Secret with which the server signs calls. The default is a generated secret. */
                        secret: string;
                        /** @description Ids of the spaces that the webhook is called for. An empty array means all spaces. */
                        space_ids: string[];
                        /**
                         * @description What the webhook is called for: `counts` (the default) for each event, `threshold` when a count crosses the safe limit.
                         * @enum {string}
                         */
                        type: "counts" | "threshold";
                        /**
                         * @description Version of the API that created the webhook. It defines the format of the calls.
                         * @enum {string}
                         */
                        version: "v1" | "v2";
                        /** @description Why the server does not make calls to the endpoint. Null if it does. */
                        warning: string | null;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_12
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_12
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Free text about the resource. */
                    description?: string | null;
                    /** @description Whether the server calls the webhook. */
                    enabled?: boolean;
                    /** @description URL that the server calls, `http` or `https`. */
                    endpoint?: string;
                    /** @description HTTP headers that the server adds to each call, by name. */
                    headers?: {
                        [key: string]: string;
                    } | {
                        /** @description Name of the header. */
                        name?: string;
                        /** @description Value of the header. */
                        value?: string;
                    }[];
                    /** @description Name of the resource. */
                    name?: string | null;
                    /** @description Ids of the spaces that the webhook is called for. An empty array means all spaces. */
                    space_ids?: string[];
                    /**
                     * @description What the webhook is called for: `counts` for each event, `threshold` when a count crosses the safe limit.
                     * @enum {string}
                     */
                    type?: "counts" | "threshold";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_12
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only deliveries that were created before this time. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_12
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Delivery"][];
                        /** @description Number of items on all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            406: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the delivery.
                 * @example dlv_12
                 */
                delivery_id: string;
                /**
                 * @description Id of the webhook.
                 * @example whk_12
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook.
                 * @example whk_12
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            408: components["responses"]["Problem"];
            413: components["responses"]["Problem"];
            415: components["responses"]["Problem"];
            429: components["responses"]["Problem"];
            431: components["responses"]["Problem"];
            503: components["responses"]["Problem"];
        };
    };
}
