// Written by scripts/client-types.ts from the API's description: not to be changed by hand.

export interface paths {
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
         * Take a backup: a tar archive of all data, as it is at one instant
         * @description Needs a token with the scope `admin`.
         *
         *     Nothing waits for it. It is made within the data directory before the answer begins, which needs as much
         *     room there again. `headcount restore` restores it. It has the hashes of tokens and the secrets of webhooks in it.
         */
        post: operations["backUp"];
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
         * Derive counts from the log again, or compare them with it
         * @description Needs a token with the scope `admin`.
         */
        post: operations["rebuild"];
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
         * Read the whole site as one document
         * @description Needs a token with the scope `admin`.
         */
        get: operations["exportSite"];
        put?: never;
        /**
         * Make the site what a document says
         * @description Needs a token with the scope `admin`.
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
         * List who changed what
         * @description Needs a token with the scope `admin`.
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
         * Read the counts of several spaces by interval, with metrics
         * @description Needs a token with the scope `read`.
         *
         *     With `averages=true` each sample's analytics have the time-weighted mean of its count, too.
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
    "/v2/doorways/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List doorways
         * @description Needs a token with the scope `read`.
         */
        get: operations["listDoorways"];
        put?: never;
        /**
         * Create a doorway
         * @description Needs a token with the scope `write`.
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
         * Read a doorway
         * @description Needs a token with the scope `read`.
         */
        get: operations["getDoorway"];
        /**
         * Change the given fields of a doorway
         * @description Needs a token with the scope `write`.
         */
        put: operations["updateDoorway"];
        post?: never;
        /**
         * Delete a doorway; its events stay
         * @description Needs a token with the scope `write`.
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
         * @description Needs a token with the scope `write`.
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
         * Take a tag from a doorway
         * @description Needs a token with the scope `write`.
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
         * Void an event: it counts for nothing from then on
         * @description Needs a token with the scope `admin`.
         */
        delete: operations["voidEvent"];
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
         * @description Needs a token with the scope `read`.
         */
        get: operations["listLinks"];
        put?: never;
        /**
         * Link a doorway to a space
         * @description Needs a token with the scope `write`.
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
         * Read a link
         * @description Needs a token with the scope `read`.
         */
        get: operations["getLink"];
        /**
         * Change on which side of the space a sensor is
         * @description Needs a token with the scope `write`.
         *
         *     The placement holds from now on, or from `effective_from` on, up to the link's end. An open link that began
         *     before then ends there, and the answer is the link that begins there. A link that had ended by then is followed by an
         *     open one of the other placement.
         */
        put: operations["updateLink"];
        post?: never;
        /**
         * End a link, or erase it
         * @description Needs a token with the scope `write`.
         */
        delete: operations["deleteLink"];
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
         * @description Needs a token with the scope `read`.
         */
        get: operations["listResets"];
        put?: never;
        /**
         * Set a space's count
         * @description Needs a token with the scope `write`.
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
         * @description Needs a token with the scope `admin`.
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
         * Store many sensor events at once
         * @description Needs a token with the scope `ingest`.
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
         * @description Needs a token with the scope `read`.
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
         * Read a sensor
         * @description Needs a token with the scope `read`.
         */
        get: operations["getSensor"];
        put?: never;
        post?: never;
        delete?: never;
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
         * List a sensor's events
         * @description Needs a token with the scope `read`.
         */
        get: operations["listSensorEvents"];
        put?: never;
        post?: never;
        delete?: never;
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
         * Say that a sensor lives, and how it is
         * @description Needs a token with the scope `ingest`.
         */
        post: operations["sendHeartbeat"];
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
         * Get the address of a websocket that tells of every change of a count
         * @description Needs a token with the scope `read`.
         *
         *     The address lets one websocket in, within `ttl` seconds. `&after=evt_…` added to it first replays
         *     what came since that event, up to an hour back. A message is `{payload: {count, direction, event_id, space_id,
         *     timestamp, type}, request_id, version}`; of a reset, `type` is `reset`, direction and event_id are null. A client
         *     that is too slow is closed with 1013.
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
         * @description Needs a token with the scope `read`.
         */
        get: operations["listSpaces"];
        put?: never;
        /**
         * Create a space
         * @description Needs a token with the scope `write`.
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
         * Read a space
         * @description Needs a token with the scope `read`.
         */
        get: operations["getSpace"];
        /**
         * Change the given fields of a space
         * @description Needs a token with the scope `write`.
         */
        put: operations["updateSpace"];
        post?: never;
        /**
         * Delete a space, its counts, links and resets
         * @description Needs a token with the scope `write`.
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
         * @description Needs a token with the scope `write`.
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
         * Take a team from a space
         * @description Needs a token with the scope `write`.
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
         * List the times when a space was unsafe
         * @description Needs a token with the scope `read`.
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
         * Read a space's count, now or at a past time
         * @description Needs a token with the scope `read`.
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
         * Read a space's counts by interval, with metrics
         * @description Needs a token with the scope `read`.
         *
         *     With `averages=true` each sample's analytics have the time-weighted mean of its count, too.
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
         * List a space's entrances and exits
         * @description Needs a token with the scope `read`.
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
         * List a space's resets, newest first
         * @description Needs a token with the scope `read`.
         */
        get: operations["listSpaceResets"];
        put?: never;
        /**
         * Set this space's count
         * @description Needs a token with the scope `write`.
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
         * @description Needs a token with the scope `write`.
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
         * Take a tag from a space
         * @description Needs a token with the scope `write`.
         */
        delete: operations["untagSpace"];
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
         * Run a query over the log, the counts and the site
         * @description Needs a token with the scope `sql`.
         *
         *     One statement that reads, in DuckDB's SQL, over the views and macros that `GET /v2/sql/schema/` lists.
         *     A result is cut off after `row_limit` rows, 1,000,000 rows or 256 MB, whichever comes first:
         *     `truncated` says so, of tables the header `Headcount-Truncated`.
         *     `as_of` (`Headcount-As-Of`) is the instant that the data shows. A query that is wrong, refused, or takes too long
         *     or too much memory is a 400 that says why. Whole numbers beyond 2^53 are texts; instants are UTC, and columns named
         *     `local_…` hold wall times without a zone. A request that is given up stops its query.
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
         * List the queries that come with it
         * @description Needs a token with the scope `sql`.
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
         * List the views and macros for queries
         * @description Needs a token with the scope `sql`.
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
         * List the tags in use
         * @description Needs a token with the scope `read`.
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
         * Read what carries a tag
         * @description Needs a token with the scope `read`.
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
         * List groups of time segments
         * @description Needs a token with the scope `read`.
         */
        get: operations["listTimeSegmentGroups"];
        put?: never;
        /**
         * Create a group of time segments
         * @description Needs a token with the scope `write`.
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
         * Read a group of time segments
         * @description Needs a token with the scope `read`.
         */
        get: operations["getTimeSegmentGroup"];
        /**
         * Change the given fields of a group
         * @description Needs a token with the scope `write`.
         */
        put: operations["updateTimeSegmentGroup"];
        post?: never;
        /**
         * Delete a group; its segments stay
         * @description Needs a token with the scope `write`.
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
         * @description Needs a token with the scope `read`.
         */
        get: operations["listTimeSegments"];
        put?: never;
        /**
         * Create a time segment
         * @description Needs a token with the scope `write`.
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
         * Read a time segment
         * @description Needs a token with the scope `read`.
         */
        get: operations["getTimeSegment"];
        /**
         * Change the given fields of a time segment
         * @description Needs a token with the scope `write`.
         */
        put: operations["updateTimeSegment"];
        post?: never;
        /**
         * Delete a time segment
         * @description Needs a token with the scope `write`.
         */
        delete: operations["deleteTimeSegment"];
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
         * @description Needs a token with the scope `admin`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token
         * @description Needs a token with the scope `admin`.
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
         * @description Needs a token with the scope `admin`.
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
         * Read the token that the request shows
         * @description Any token will do.
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
         * @description Needs a token with the scope `read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Needs a token with the scope `write`.
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
         * Read a webhook
         * @description Needs a token with the scope `read`.
         */
        get: operations["getWebhook"];
        /**
         * Change the given fields of a webhook
         * @description Needs a token with the scope `write`.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Needs a token with the scope `write`.
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
         * List a webhook's last calls and all that failed, newest first
         * @description Needs a token with the scope `read`.
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
         * Call a webhook again with what a finished call carried
         * @description Needs a token with the scope `admin`.
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
         * Call a webhook once with a test message
         * @description Needs a token with the scope `write`.
         *
         *     The answer has the result of the call. The body is `{type: "test", timestamp, organization_id,
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
            tag_name: string;
        };
        AssignedTeam: {
            id: string;
            team_name: string;
        };
        AuditEntry: {
            /** @enum {string} */
            action: "create" | "update" | "delete" | "void";
            changes: {
                [key: string]: {
                    from?: unknown;
                    to?: unknown;
                };
            };
            id: string;
            resource_id: string;
            resource_type: string;
            timestamp: string;
            token_id: string | null;
            token_name: string;
        };
        Breach: {
            end: string | null;
            peak: {
                timestamp: string;
                value: number;
            };
            start: string;
        };
        CountMetrics: {
            count: {
                average: number | null;
                max: {
                    timestamp: string | null;
                    value: number | null;
                };
                min: {
                    timestamp: string | null;
                    value: number | null;
                };
            };
            entrances: {
                average: number | null;
                peak: {
                    timestamp: string | null;
                    value: number | null;
                };
                total: number;
            };
            exits: {
                average: number | null;
                peak: {
                    timestamp: string | null;
                    value: number | null;
                };
                total: number;
            };
            safe_threshold: {
                breaches: number;
                limit: number;
                unsafe_duration: string;
            } | null;
            target_utilization: {
                average: number | null;
                durations: {
                    0: string;
                    40: string;
                    80: string;
                    100: string;
                };
                max: number | null;
                min: number | null;
            } | null;
        };
        CountSample: {
            count: number;
            interval: {
                analytics: {
                    average?: number;
                    entrances: number;
                    entry_rate: number;
                    events: number;
                    exit_rate: number;
                    exits: number;
                    max: number;
                    min: number;
                    target_utilization: number | null;
                    utilization: number | null;
                };
                end: string;
                start: string;
            };
            timestamp: string;
        };
        Delivery: {
            attempts: number;
            created_at: string;
            error: string | null;
            event_id: string | null;
            id: string;
            next_attempt_at: string | null;
            response_status: number | null;
            space_id: string;
            /** @enum {string} */
            status: "pending" | "retrying" | "delivered" | "dead";
        };
        Doorway: {
            created_at: string;
            description: string;
            id: string;
            multipoint: boolean;
            name: string;
            sensor_serial_number: string | null;
            spaces: {
                id: string;
                link_id: string;
                name: string;
                /** @enum {number} */
                sensor_placement: 1 | -1;
            }[];
            tags: string[];
            updated_at: string;
        };
        Ingest: {
            accepted: number;
            duplicates: number;
            readonly errors: {
                index: number;
                message: string;
            }[];
            rejected: number;
        };
        Link: {
            doorway_id: string;
            doorway_name: string;
            id: string;
            /** @enum {number} */
            sensor_placement: 1 | -1;
            space_id: string;
            space_name: string;
        };
        ListedLink: {
            doorway_id: string;
            doorway_name: string;
            effective_from?: string | null;
            effective_until?: string | null;
            id: string;
            /** @enum {number} */
            sensor_placement: 1 | -1;
            space_id: string;
            space_name: string;
        };
        /** @description Problem details (RFC 9457) */
        Problem: {
            detail: string;
            /** @description With a 400: what is wrong where */
            errors?: {
                message: string;
                path: string;
            }[];
            status: number;
            title: string;
            /**
             * @description The stable name of the problem, and the path of its description
             * @enum {string}
             */
            type: "/problems/invalid-request" | "/problems/malformed-body" | "/problems/malformed-request" | "/problems/invalid-token" | "/problems/missing-scope" | "/problems/invalid-socket-code" | "/problems/unknown-path" | "/problems/unknown-space" | "/problems/unknown-doorway" | "/problems/unknown-link" | "/problems/unknown-sensor" | "/problems/unknown-event" | "/problems/unknown-reset" | "/problems/unknown-tag" | "/problems/unknown-assigned-team" | "/problems/unknown-time-segment" | "/problems/unknown-time-segment-group" | "/problems/unknown-webhook" | "/problems/unknown-delivery" | "/problems/unknown-token" | "/problems/method-not-allowed" | "/problems/not-acceptable" | "/problems/request-timeout" | "/problems/doorway-name-taken" | "/problems/sensor-attached-elsewhere" | "/problems/already-linked" | "/problems/doorway-deleted" | "/problems/events-removed" | "/problems/space-has-children" | "/problems/team-already-assigned" | "/problems/idempotency-key-reused" | "/problems/event-voided" | "/problems/delivery-unfinished" | "/problems/webhook-disabled" | "/problems/too-many-deliveries" | "/problems/backup-running" | "/problems/precondition-failed" | "/problems/body-too-large" | "/problems/unsupported-media-type" | "/problems/unsupported-content-encoding" | "/problems/range-not-satisfiable" | "/problems/upgrade-required" | "/problems/rate-limit-exceeded" | "/problems/headers-too-large" | "/problems/internal-error" | "/problems/data-damaged" | "/problems/data-lost" | "/problems/not-ready" | "/problems/overloaded" | "/problems/unavailable";
        };
        Rebuild: {
            differences: {
                day: string;
                space_id: string;
            }[];
            events: number;
            runs: number;
        };
        Reset: {
            count: number;
            id: string;
            space_id: string;
            timestamp: string;
        };
        Sensor: {
            clock_ahead_seconds: number | null;
            created_at: string;
            current_disposition: string;
            doorway_id: string | null;
            doorway_name: string | null;
            duplicate_events: number;
            firmware_version: string | null;
            last_event: string | null;
            last_heartbeat: string | null;
            network_addresses: {
                address: string | null;
                family: string | null;
                if: string | null;
                mac: string | null;
            }[];
            organization_id: string;
            sensor_type: string;
            serial_number: string;
            /** @enum {string} */
            status: "online" | "offline";
            updated_at: string;
            uuid: string;
        };
        SensorEvent: {
            doorway_id: string | null;
            id: string;
            sensor_serial_number: string;
            timestamp: string;
            /** @enum {number} */
            trajectory: 1 | -1;
        };
        SitePlan: {
            changes: {
                /** @enum {string} */
                action: "create" | "update" | "end" | "delete";
                changes: {
                    [key: string]: {
                        from?: unknown;
                        to?: unknown;
                    };
                };
                name: string;
                resource_id: string | null;
                resource_type: string;
            }[];
            created: number;
            deleted: number;
            dry_run: boolean;
            ended: number;
            updated: number;
        };
        SiteSpaceInput: {
            address?: string | null;
            annual_rent?: number | null;
            annual_rent_currency?: string;
            assigned_teams?: string[];
            capacity?: number | null;
            daily_reset?: string | null;
            function?: ("amenities_space" | "break_room" | "cafe" | "collaboration" | "conference_room" | "dining_area" | "event_space" | "focus_quiet" | "gym" | "kitchen" | "lab" | "library" | "lounge" | "meeting_room" | "office" | "phone_booth" | "place_of_worship" | "reception" | "restroom" | "retail" | "theater" | "wellness_room") | null;
            /** @example spc_12 */
            id?: string;
            inherits_time_segments?: boolean;
            latitude?: number | null;
            longitude?: number | null;
            /** @description Any JSON */
            meta?: unknown;
            name: string;
            notes?: string;
            safe_capacity?: number | null;
            safe_threshold_mode?: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
            safe_threshold_value?: number | null;
            size_area?: number | null;
            size_area_unit?: string;
            /** @enum {string} */
            space_type?: "space" | "floor" | "building" | "campus";
            spaces?: components["schemas"]["SiteSpaceInput"][];
            tags?: string[];
            target_capacity?: number | null;
            /**
             * @description A zone of the tz database
             * @example America/New_York
             */
            time_zone?: string;
        };
        Socket: {
            ttl: number;
            url: string;
        };
        Space: {
            address: string | null;
            ancestry: {
                id: string;
                name: string;
            }[];
            annual_rent: number | null;
            annual_rent_currency: string;
            assigned_teams: {
                id: string;
                team_name: string;
            }[];
            capacity: number | null;
            component_spaces: unknown[];
            /** @constant */
            counting_mode: "doorways";
            created_at: string;
            current_count: number;
            daily_reset: string | null;
            description: string;
            doorways: {
                id: string;
                link_id: string;
                name: string;
                /** @enum {number} */
                sensor_placement: 1 | -1;
            }[];
            floor_level: unknown;
            function: ("amenities_space" | "break_room" | "cafe" | "collaboration" | "conference_room" | "dining_area" | "event_space" | "focus_quiet" | "gym" | "kitchen" | "lab" | "library" | "lounge" | "meeting_room" | "office" | "phone_booth" | "place_of_worship" | "reception" | "restroom" | "retail" | "theater" | "wellness_room") | null;
            id: string;
            image_url: string | null;
            inherits_time_segments: boolean;
            latitude: number | null;
            longitude: number | null;
            max_dwell_minutes: number | null;
            meta: unknown;
            name: string;
            notes: string;
            parent_id: string | null;
            safe_capacity: number | null;
            safe_threshold_mode: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
            safe_threshold_value: number | null;
            sensors_total: number;
            size_area: number | null;
            size_area_unit: string;
            space_mappings: unknown[];
            /** @enum {string} */
            space_type: "space" | "floor" | "building" | "campus";
            tags: string[];
            target_capacity: number | null;
            time_segment_groups: {
                id: string;
                name: string;
            }[];
            time_segments: {
                days: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
                end: string;
                id: string;
                name: string;
                start: string;
            }[];
            time_zone: string;
            updated_at: string;
        };
        SpaceCounts: {
            metrics: components["schemas"]["CountMetrics"];
            results: components["schemas"]["CountSample"][];
            space_id: string;
            total: number;
        };
        SpaceEvent: {
            /** @enum {number} */
            direction: 1 | -1;
            doorway_id: string | null;
            id: string;
            sensor_serial_number: string;
            timestamp: string;
        };
        SqlExamples: {
            results: {
                name: string;
                query: string;
                question: string;
            }[];
        };
        SqlRelation: {
            columns: {
                comment: string | null;
                name: string;
                type: string;
            }[];
            comment: string | null;
            /** @enum {string} */
            kind: "view" | "table_macro" | "macro";
            name: string;
            parameters: string[];
        };
        SqlResult: {
            as_of: string;
            columns: {
                name: string;
                type: string;
            }[];
            elapsed_ms: number;
            row_count: number;
            rows: unknown[][];
            truncated: boolean;
        };
        SqlSchema: {
            results: components["schemas"]["SqlRelation"][];
        };
        Tag: {
            doorways: {
                id: string;
                name: string;
            }[];
            name: string;
            spaces: {
                current_count: number;
                id: string;
                name: string;
            }[];
        };
        TimeSegment: {
            days: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
            end: string;
            id: string;
            label: string;
            spaces: {
                name: string;
                space_id: string;
            }[];
            start: string;
        };
        TimeSegmentGroup: {
            id: string;
            name: string;
            time_segments: {
                id: string;
                name: string;
            }[];
        };
        Token: {
            created_at: string;
            id: string;
            name: string;
            rate: number | null;
            scopes: ("read" | "write" | "ingest" | "sql" | "admin")[];
        };
        Webhook: {
            description: string | null;
            disabled_reason: string | null;
            enabled: boolean;
            endpoint: string;
            failed_attempts: number;
            headers: {
                [key: string]: string;
            };
            id: string;
            name: string | null;
            space_ids: string[];
            /** @enum {string} */
            type: "counts" | "threshold";
            /** @enum {string} */
            version: "v1" | "v2";
            warning: string | null;
        };
        WebhookTest: {
            error: string | null;
            response_status: number | null;
        };
    };
    responses: never;
    parameters: {
        /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
        Prefer: string;
    };
    requestBodies: never;
    headers: {
        /** @description The unknown and read-only fields of the body, which have been ignored, with commas between them */
        "Headcount-Ignored": string;
        /** @description `handling=strict`, if the request preferred it */
        "Preference-Applied": "handling=strict";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Backup running (`/problems/backup-running`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rebuild: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description An ISO 8601 time, UTC where it has no offset
                     * @example 2024-05-06T07:00:00Z
                     */
                    from?: string;
                    space_id?: string | null;
                    /**
                     * @description An ISO 8601 time, UTC where it has no offset
                     * @example 2024-05-06T07:00:00Z
                     */
                    to?: string;
                    /** @default false */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportSite: {
        parameters: {
            query?: {
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    applySite: {
        parameters: {
            query?: {
                dry_run?: boolean;
                prune?: boolean;
            };
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    doorways?: {
                        description?: string;
                        /** @example drw_12 */
                        id?: string;
                        links?: {
                            /** @enum {number} */
                            sensor_placement: 1 | -1;
                            /** @description A name, or a path of names */
                            space: string | (string | number)[];
                        }[];
                        name: string;
                        sensor_serial_number?: string | null;
                        tags?: string[];
                    }[];
                    spaces?: components["schemas"]["SiteSpaceInput"][];
                    time_segment_groups?: {
                        /** @example tsg_12 */
                        id?: string;
                        name: string;
                        time_segments?: (string | (string | number)[])[];
                    }[];
                    time_segments?: {
                        days: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
                        /**
                         * @description Local HH:MM:SS; 24:00 is 00:00
                         * @example 17:00:00
                         */
                        end: string;
                        /** @example tsm_12 */
                        id?: string;
                        label: string;
                        spaces?: (string | (string | number)[])[];
                        /**
                         * @description Local HH:MM:SS
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                order?: "ASC" | "DESC";
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                resource_id?: string;
                resource_type?: string;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time?: string;
                /** @example tkn_12 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["AuditEntry"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCountsOfSpaces: {
        parameters: {
            query: {
                averages?: boolean;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time: string;
                interval?: string;
                order?: "ASC" | "DESC";
                /** @description Repeated or comma-separated */
                space_id: string[];
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
                /** @description Repeated or comma-separated */
                time_segment_group_ids?: string[];
                /** @description The same as `time_segment_group_ids` */
                time_segment_groups?: string[];
                /** @description Repeated or comma-separated */
                time_segment_ids?: string[];
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["SpaceCounts"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDoorways: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /** @example spc_12 */
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
                        count: number;
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Doorway"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDoorway: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    name: string;
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Doorway name taken (`/problems/doorway-name-taken`), Sensor attached elsewhere (`/problems/sensor-attached-elsewhere`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDoorway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example drw_12 */
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown doorway (`/problems/unknown-doorway`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateDoorway: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example drw_12 */
                doorway_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    description?: string;
                    /** @description An ISO 8601 time, or "beginning": dates the change; needs scope admin */
                    effective_from?: string;
                    name?: string;
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown doorway (`/problems/unknown-doorway`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Doorway name taken (`/problems/doorway-name-taken`), Sensor attached elsewhere (`/problems/sensor-attached-elsewhere`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDoorway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example drw_12 */
                doorway_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown doorway (`/problems/unknown-doorway`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tagDoorway: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example drw_12 */
                doorway_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown doorway (`/problems/unknown-doorway`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    untagDoorway: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example drw_12 */
                doorway_id: string;
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown doorway (`/problems/unknown-doorway`), Unknown tag (`/problems/unknown-tag`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    voidEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_12 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown event (`/problems/unknown-event`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLinks: {
        parameters: {
            query?: {
                /** @example drw_12 */
                doorway_id?: string;
                ended?: boolean;
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /** @example spc_12 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["ListedLink"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example drw_12 */
                    doorway_id: string;
                    /** @description An ISO 8601 time, or "beginning": dates the change; needs scope admin */
                    effective_from?: string;
                    /** @enum {number} */
                    sensor_placement: 1 | -1;
                    /** @example spc_12 */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Already linked (`/problems/already-linked`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example lnk_12 */
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown link (`/problems/unknown-link`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example lnk_12 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description An ISO 8601 time, or "beginning": dates the change; needs scope admin */
                    effective_from?: string;
                    /** @enum {number} */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown link (`/problems/unknown-link`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Already linked (`/problems/already-linked`), Doorway deleted (`/problems/doorway-deleted`), Events removed (`/problems/events-removed`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteLink: {
        parameters: {
            query?: {
                erase?: boolean;
            };
            header?: never;
            path: {
                /** @example lnk_12 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown link (`/problems/unknown-link`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Events removed (`/problems/events-removed`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listResets: {
        parameters: {
            query?: {
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /** @example spc_12 */
                space_id?: string;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Reset"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 0 */
                    count?: number;
                    /** @example spc_12 */
                    space_id: string;
                    /**
                     * @description An ISO 8601 time, UTC where it has no offset
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    voidReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example rst_12 */
                reset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown reset (`/problems/unknown-reset`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ingestSensorEvents: {
        parameters: {
            query?: {
                duplicates?: "auto" | "keep" | "drop";
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSensors: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 1000 it is served as 1000 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Sensor"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSensor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown sensor (`/problems/unknown-sensor`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSensorEvents: {
        parameters: {
            query: {
                /** @description 1 or -1 lets through alone what sensors reported so */
                direction?: 1 | -1;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                order?: "ASC" | "DESC";
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
            };
            header?: never;
            path: {
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["SensorEvent"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown sensor (`/problems/unknown-sensor`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendHeartbeat: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                serial_number: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    current_disposition?: string;
                    firmware_version?: string | null;
                    network_addresses?: {
                        /** @default null */
                        address?: string | null;
                        /** @default null */
                        family?: string | null;
                        /** @default null */
                        if?: string | null;
                        /** @default null */
                        mac?: string | null;
                    }[];
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown sensor (`/problems/unknown-sensor`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSocket: {
        parameters: {
            query?: {
                /** @description Repeated or comma-separated */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSpaces: {
        parameters: {
            query?: {
                /** @example drw_12 */
                doorway_id?: string;
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /** @example spc_12 */
                parent_id?: string;
                space_type?: "space" | "floor" | "building" | "campus";
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Space"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSpace: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address?: string | null;
                    annual_rent?: number | null;
                    annual_rent_currency?: string;
                    capacity?: number | null;
                    daily_reset?: string | null;
                    /** @description Taken for `notes` where that is absent */
                    description?: string;
                    function?: ("amenities_space" | "break_room" | "cafe" | "collaboration" | "conference_room" | "dining_area" | "event_space" | "focus_quiet" | "gym" | "kitchen" | "lab" | "library" | "lounge" | "meeting_room" | "office" | "phone_booth" | "place_of_worship" | "reception" | "restroom" | "retail" | "theater" | "wellness_room") | null;
                    inherits_time_segments?: boolean;
                    latitude?: number | null;
                    longitude?: number | null;
                    /** @description Any JSON */
                    meta?: unknown;
                    name: string;
                    notes?: string;
                    parent_id?: string | null;
                    safe_capacity?: number | null;
                    safe_threshold_mode?: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
                    safe_threshold_value?: number | null;
                    size_area?: number | null;
                    size_area_unit?: string;
                    /** @enum {string} */
                    space_type?: "space" | "floor" | "building" | "campus";
                    target_capacity?: number | null;
                    /**
                     * @description A zone of the tz database
                     * @example America/New_York
                     */
                    time_zone?: string;
                    /** @description Taken for `time_zone` where that is absent */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example spc_12 */
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSpace: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example spc_12 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    address?: string | null;
                    annual_rent?: number | null;
                    annual_rent_currency?: string;
                    capacity?: number | null;
                    daily_reset?: string | null;
                    /** @description Taken for `notes` where that is absent */
                    description?: string;
                    /** @description An ISO 8601 time, or "beginning": dates the change; needs scope admin */
                    effective_from?: string;
                    function?: ("amenities_space" | "break_room" | "cafe" | "collaboration" | "conference_room" | "dining_area" | "event_space" | "focus_quiet" | "gym" | "kitchen" | "lab" | "library" | "lounge" | "meeting_room" | "office" | "phone_booth" | "place_of_worship" | "reception" | "restroom" | "retail" | "theater" | "wellness_room") | null;
                    inherits_time_segments?: boolean;
                    latitude?: number | null;
                    longitude?: number | null;
                    /** @description Any JSON */
                    meta?: unknown;
                    name?: string;
                    notes?: string;
                    parent_id?: string | null;
                    safe_capacity?: number | null;
                    safe_threshold_mode?: ("SAFE_CAPACITY" | "UTILIZATION_PERC_TARGET" | "UTILIZATION_PERC_LEGAL") | null;
                    safe_threshold_value?: number | null;
                    size_area?: number | null;
                    size_area_unit?: string;
                    /** @enum {string} */
                    space_type?: "space" | "floor" | "building" | "campus";
                    target_capacity?: number | null;
                    /**
                     * @description A zone of the tz database
                     * @example America/New_York
                     */
                    time_zone?: string;
                    /** @description Taken for `time_zone` where that is absent */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSpace: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example spc_12 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "Headcount-Ignored": components["headers"]["Headcount-Ignored"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Space has children (`/problems/space-has-children`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    assignTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example spc_12 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Team already assigned (`/problems/team-already-assigned`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unassignTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ast_12 */
                assigned_team_id: string;
                /** @example spc_12 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`), Unknown assigned team (`/problems/unknown-assigned-team`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBreaches: {
        parameters: {
            query: {
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                order?: "ASC" | "DESC";
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
            };
            header?: never;
            path: {
                /** @example spc_12 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Breach"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCount: {
        parameters: {
            query?: {
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                time?: string;
            };
            header?: never;
            path: {
                /** @example spc_12 */
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
                        count: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCounts: {
        parameters: {
            query: {
                averages?: boolean;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time: string;
                interval?: string;
                order?: "ASC" | "DESC";
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
                /** @description Repeated or comma-separated */
                time_segment_group_ids?: string[];
                /** @description The same as `time_segment_group_ids` */
                time_segment_groups?: string[];
                /** @description Repeated or comma-separated */
                time_segment_ids?: string[];
                time_segment_labels?: string[];
            };
            header?: never;
            path: {
                /** @example spc_12 */
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
                        metrics: components["schemas"]["CountMetrics"];
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["CountSample"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSpaceEvents: {
        parameters: {
            query: {
                /** @description 1 lets entrances through alone, -1 exits */
                direction?: 1 | -1;
                /** @example drw_12 */
                doorway_id?: string;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                order?: "ASC" | "DESC";
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time: string;
            };
            header?: never;
            path: {
                /** @example spc_12 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["SpaceEvent"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSpaceResets: {
        parameters: {
            query?: {
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                start_time?: string;
            };
            header?: never;
            path: {
                /** @example spc_12 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Reset"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSpaceReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example spc_12 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 0 */
                    count?: number;
                    /**
                     * @description An ISO 8601 time, UTC where it has no offset
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tagSpace: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example spc_12 */
                space_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    untagSpace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example spc_12 */
                space_id: string;
                tag_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown space (`/problems/unknown-space`), Unknown tag (`/problems/unknown-tag`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runSql: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    query: string;
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 1000 it is served as 1000 */
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
                        next: string | null;
                        previous: string | null;
                        results: {
                            name: string;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown tag (`/problems/unknown-tag`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTimeSegmentGroups: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 1000 it is served as 1000 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["TimeSegmentGroup"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTimeSegmentGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    time_segments?: (string | {
                        /** @example tsm_12 */
                        id: string;
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTimeSegmentGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tsg_12 */
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown time segment group (`/problems/unknown-time-segment-group`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateTimeSegmentGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example tsg_12 */
                time_segment_group_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    time_segments?: (string | {
                        /** @example tsm_12 */
                        id: string;
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown time segment group (`/problems/unknown-time-segment-group`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteTimeSegmentGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tsg_12 */
                time_segment_group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown time segment group (`/problems/unknown-time-segment-group`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTimeSegments: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 1000 it is served as 1000 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["TimeSegment"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTimeSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    days: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
                    /**
                     * @description Local HH:MM:SS; 24:00 is 00:00
                     * @example 17:00:00
                     */
                    end: string;
                    label: string;
                    spaces: (string | {
                        /** @example spc_12 */
                        space_id: string;
                    })[];
                    /**
                     * @description Local HH:MM:SS
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTimeSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tsm_12 */
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown time segment (`/problems/unknown-time-segment`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateTimeSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example tsm_12 */
                time_segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    days?: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
                    /**
                     * @description Local HH:MM:SS; 24:00 is 00:00
                     * @example 17:00:00
                     */
                    end?: string;
                    label?: string;
                    spaces?: (string | {
                        /** @example spc_12 */
                        space_id: string;
                    })[];
                    /**
                     * @description Local HH:MM:SS
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown time segment (`/problems/unknown-time-segment`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteTimeSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tsm_12 */
                time_segment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown time segment (`/problems/unknown-time-segment`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 1000 it is served as 1000 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Token"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    rate?: number | null;
                    /**
                     * @default [
                     *       "read"
                     *     ]
                     */
                    scopes?: ("read" | "write" | "ingest" | "sql" | "admin")[];
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
                        created_at: string;
                        id: string;
                        name: string;
                        rate: number | null;
                        scopes: ("read" | "write" | "ingest" | "sql" | "admin")[];
                        token: string;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tkn_12 */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown token (`/problems/unknown-token`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                page?: number;
                /** @description Above 1000 it is served as 1000 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Webhook"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string | null;
                    enabled?: boolean;
                    endpoint: string;
                    headers?: {
                        [key: string]: string;
                    } | {
                        name?: string;
                        value?: string;
                    }[];
                    name?: string | null;
                    secret?: string;
                    space_ids?: string[];
                    /** @enum {string} */
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
                        description: string | null;
                        disabled_reason: string | null;
                        enabled: boolean;
                        endpoint: string;
                        failed_attempts: number;
                        headers: {
                            [key: string]: string;
                        };
                        id: string;
                        name: string | null;
                        secret: string;
                        space_ids: string[];
                        /** @enum {string} */
                        type: "counts" | "threshold";
                        /** @enum {string} */
                        version: "v1" | "v2";
                        warning: string | null;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_12 */
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
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown webhook (`/problems/unknown-webhook`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @example whk_12 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    description?: string | null;
                    enabled?: boolean;
                    endpoint?: string;
                    headers?: {
                        [key: string]: string;
                    } | {
                        name?: string;
                        value?: string;
                    }[];
                    name?: string | null;
                    space_ids?: string[];
                    /** @enum {string} */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown webhook (`/problems/unknown-webhook`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_12 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown webhook (`/problems/unknown-webhook`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description An ISO 8601 time, UTC where it has no offset
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                page?: number;
                /** @description Above 1000 it is served as 1000 */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @example whk_12 */
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
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Delivery"][];
                        total: number;
                    };
                };
            };
            /** @description Invalid request (`/problems/invalid-request`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown webhook (`/problems/unknown-webhook`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not acceptable (`/problems/not-acceptable`) */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example dlv_12 */
                delivery_id: string;
                /** @example whk_12 */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown webhook (`/problems/unknown-webhook`), Unknown delivery (`/problems/unknown-delivery`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Delivery unfinished (`/problems/delivery-unfinished`), Webhook disabled (`/problems/webhook-disabled`), Too many deliveries (`/problems/too-many-deliveries`) */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whk_12 */
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
            /** @description Invalid request (`/problems/invalid-request`), Malformed body (`/problems/malformed-body`) */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Invalid token (`/problems/invalid-token`), Missing scope (`/problems/missing-scope`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unknown webhook (`/problems/unknown-webhook`) */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Request timeout (`/problems/request-timeout`) */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Body too large (`/problems/body-too-large`) */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported media type (`/problems/unsupported-media-type`), Unsupported content encoding (`/problems/unsupported-content-encoding`) */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Rate limit exceeded (`/problems/rate-limit-exceeded`) */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Headers too large (`/problems/headers-too-large`) */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not ready (`/problems/not-ready`), Overloaded (`/problems/overloaded`), Unavailable (`/problems/unavailable`) */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
