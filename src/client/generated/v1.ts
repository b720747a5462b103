// Written by scripts/client-types.ts from the API's description: not to be changed by hand.

export interface paths {
    "/v1/csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the events of a space as CSV
         * @description Requires a token with the scope `read`.
         *
         *     Each event has the time in UTC and in the time zone of the space, and the count of the space after it.
         */
        get: operations["listEventsAsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/doorways/": {
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
    "/v1/doorways/{doorway_id}/": {
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
    "/v1/doorways/{doorway_id}/tags/": {
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
    "/v1/doorways/{doorway_id}/tags/{tag_name}/": {
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
    "/v1/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, newest first
         * @description Requires a token with the scope `read`.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Requires a token with the scope `ingest`.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/": {
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
    "/v1/links/{link_id}/": {
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
         * End or erase a link
         * @description Requires a token with the scope `write`.
         */
        delete: operations["deleteLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resets/": {
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
    "/v1/sensors/": {
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
    "/v1/sensors/{sensor_id}/": {
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spaces/": {
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
    "/v1/spaces/{space_id}/": {
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
    "/v1/spaces/{space_id}/count/": {
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
    "/v1/spaces/{space_id}/tags/": {
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
    "/v1/spaces/{space_id}/tags/{tag_name}/": {
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
    "/v1/tags/": {
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
    "/v1/tags/{tag_name}/": {
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
    "/v1/webhooks/": {
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
    "/v1/webhooks/{webhook_id}/": {
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddedTag: {
            /** @description Name of the tag. */
            tag_name: string;
        };
        Doorway: {
            /** @description Free text about the resource. */
            description: string;
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource. */
            name: string;
            /** @description Id of the sensor that is attached to the doorway. Null if there is none. */
            sensor_id: string | null;
            /** @description Spaces to which the doorway is linked. */
            spaces: {
                /** @description Name of the space. */
                name: string;
                /**
                 * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                 * @enum {number}
                 */
                sensor_placement: 1 | -1;
                /** @description Id of the space. */
                space_id: string;
            }[];
            /** @description Tags of the resource. */
            tags: string[];
        };
        Event: {
            /**
             * @description Direction that the sensor reported, 1 or -1.
             * @enum {number}
             */
            direction: 1 | -1;
            /** @description Id of the doorway. Null if the sensor was not attached to one. */
            doorway_id: string | null;
            /** @description Id of the resource. */
            id: string;
            /** @description Id of the sensor. */
            sensor_id: string;
            /** @description Spaces for which the event counts. */
            spaces: {
                /** @description Number of people in the space after the event. */
                count: number;
                /**
                 * @description Direction of the event for the space: 1 is an entrance, -1 an exit.
                 * @enum {number}
                 */
                count_change: 1 | -1;
                /** @description Id of the space. */
                space_id: string;
            }[];
            /** @description Time of the event. */
            timestamp: string;
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
        ListedDoorway: {
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource. */
            name: string;
            /** @description Id of the sensor that is attached to the doorway. Null if there is none. */
            sensor_id: string | null;
            /** @description Tags of the resource. */
            tags: string[];
        };
        ListedSpace: {
            /** @description Number of people in the space now. */
            current_count: number;
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource. */
            name: string;
            /** @description Tags of the resource. */
            tags: string[];
            /** @description Time zone of the space. Version 2 stores it as `time_zone`, which has precedence if both are given. */
            timezone: string;
        };
        NewWebhook: {
            /** @description URL that the server calls, `http` or `https`. */
            endpoint: string;
            /** @description Id of the resource. */
            id: string;
            /** @description Secret with which the server signs calls. It is shown only once. */
            secret: string;
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
        Sensor: {
            /** @description Id of the doorway to which the sensor is attached. Null if there is none. */
            doorway_id: string | null;
            /** @description Id of the resource. */
            id: string;
            /** @description Type of the sensor, as it reported it. `s5` before the first heartbeat. */
            sensor_type: string;
            /**
             * @description `online` if the sensor sent an event or heartbeat within the time of `serve --sensor-timeout`.
             * @enum {string}
             */
            status: "online" | "offline";
        };
        Space: {
            /** @description Number of people in the space now. */
            current_count: number;
            /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. */
            daily_reset: string | null;
            /** @description Free text about the space. Same as `notes` in version 2. */
            description: string;
            /** @description Doorways that are linked to the space. */
            doorways: {
                /** @description Id of the doorway. */
                doorway_id: string;
                /** @description Name of the doorway. */
                name: string;
                /**
                 * @description Side of the doorway on which the sensor is mounted: 1 inside the space, -1 outside.
                 * @enum {number}
                 */
                sensor_placement: 1 | -1;
            }[];
            /** @description Id of the resource. */
            id: string;
            /** @description Name of the resource. */
            name: string;
            /** @description Tags of the resource. */
            tags: string[];
            /** @description Time zone of the space. Version 2 stores it as `time_zone`, which has precedence if both are given. */
            timezone: string;
        };
        Tag: {
            /** @description Doorways with the tag. */
            doorways: {
                /** @description Id of the doorway. */
                doorway_id: string;
                /** @description Name of the doorway. */
                name: string;
            }[];
            /** @description Name of the tag. */
            name: string;
            /** @description Spaces with the tag. */
            spaces: {
                /** @description Number of people in the space now. */
                current_count: number;
                /** @description Name of the space. */
                name: string;
                /** @description Id of the space. */
                space_id: string;
            }[];
        };
        Webhook: {
            /** @description URL that the server calls, `http` or `https`. */
            endpoint: string;
            /** @description Id of the resource. */
            id: string;
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
    listEventsAsCsv: {
        parameters: {
            query: {
                /**
                 * @description End of the range, exclusive. The default is now. An ISO 8601 time, in UTC if it has no offset.
                 * @example 2024-05-06T07:00:00Z
                 */
                end_time?: string;
                /** @description Sort order by time, ascending or descending. */
                order?: "ASC" | "DESC";
                /**
                 * @description Id of the space.
                 * @example spc_12
                 */
                space_id: string;
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
                        results: components["schemas"]["ListedDoorway"][];
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
                    /** @description Id of the sensor to attach to the doorway. Null for none. */
                    sensor_id?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    /** @description Free text about the resource. */
                    description?: string;
                    /** @description Name of the doorway. It must be unique. */
                    name: string;
                    /** @description Id of the sensor to attach to the doorway. Null for none. */
                    sensor_id?: string | null;
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
                    /** @description Id of the sensor to attach to the doorway. Null to detach the sensor. */
                    sensor_id?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    /** @description Free text about the resource. */
                    description?: string;
                    /** @description Time from which the change applies. The default is now. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /** @description Name of the doorway. It must be unique. */
                    name?: string;
                    /** @description Id of the sensor to attach to the doorway. Null to detach the sensor. */
                    sensor_id?: string | null;
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
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events with this direction, as the sensor reported it. */
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
                /** @description Number of the page, from 1. */
                page?: number;
                /** @description Items per page. Higher values are treated as 1000. */
                page_size?: number;
                /**
                 * @description Only events that count for this space.
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
                        /** @description Number of items on all pages. */
                        count: number;
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Event"][];
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
    createEvent: {
        parameters: {
            query?: {
                /** @description Whether the events are sent to webhooks and websockets. The default is true. */
                live?: boolean;
            };
            header?: {
                /** @description Client-chosen key. A repeated request with the same key returns the first response and stores nothing. */
                "idempotency-key"?: string;
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
                     * @description Direction that the sensor reported, 1 or -1.
                     * @enum {number}
                     */
                    direction: 1 | -1;
                    /**
                     * @description Id of the sensor.
                     * @example snr_12
                     */
                    sensor_id: string;
                    /**
                     * @description Time of the event. An ISO 8601 time, in UTC if it has no offset.
                     * @example 2024-05-06T07:00:00Z
                     */
                    timestamp: string;
                };
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Direction that the sensor reported, 1 or -1.
                     * @enum {number}
                     */
                    direction: 1 | -1;
                    /**
                     * @description Id of the sensor.
                     * @example snr_12
                     */
                    sensor_id: string;
                    /**
                     * @description Time of the event. An ISO 8601 time, in UTC if it has no offset.
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
                    "application/json": components["schemas"]["Event"];
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
    listLinks: {
        parameters: {
            query?: {
                /**
                 * @description Only links of this doorway.
                 * @example drw_12
                 */
                doorway_id?: string;
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
                        /** @description Number of items on all pages. */
                        count: number;
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Link"][];
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
                "application/x-www-form-urlencoded": {
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
                        /** @description Number of items on all pages. */
                        count: number;
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Reset"][];
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
                "application/x-www-form-urlencoded": {
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
                        /** @description Number of items on all pages. */
                        count: number;
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Sensor"][];
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
                /**
                 * @description Id of the sensor.
                 * @example snr_12
                 */
                sensor_id: string;
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
                        /** @description Number of items on all pages. */
                        count: number;
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["ListedSpace"][];
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
                    /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. The default is `04:00` in version 2, and null in version 1. */
                    daily_reset?: string | null;
                    /** @description Free text about the space. Version 2 stores it as `notes`, which has precedence if both are given. */
                    description?: string;
                    /** @description Name of the resource. */
                    name: string;
                    /** @description Free text about the space. */
                    notes?: string;
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
                "application/x-www-form-urlencoded": {
                    /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. The default is `04:00` in version 2, and null in version 1. */
                    daily_reset?: string | null;
                    /** @description Free text about the space. Version 2 stores it as `notes`, which has precedence if both are given. */
                    description?: string;
                    /** @description Name of the resource. */
                    name: string;
                    /** @description Free text about the space. */
                    notes?: string;
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
                    /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. */
                    daily_reset?: string | null;
                    /** @description Free text about the space. Version 2 stores it as `notes`, which has precedence if both are given. */
                    description?: string;
                    /** @description Time from which the change applies. The default is now. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /** @description Name of the resource. */
                    name?: string;
                    /** @description Free text about the space. */
                    notes?: string;
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
                "application/x-www-form-urlencoded": {
                    /** @description Local time at which the count of the space is set to 0 every day. Null for no daily reset. */
                    daily_reset?: string | null;
                    /** @description Free text about the space. Version 2 stores it as `notes`, which has precedence if both are given. */
                    description?: string;
                    /** @description Time from which the change applies. The default is now. Requires the scope `admin`. An ISO 8601 time, or `beginning` for all past time. */
                    effective_from?: string;
                    /** @description Name of the resource. */
                    name?: string;
                    /** @description Free text about the space. */
                    notes?: string;
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
                "application/x-www-form-urlencoded": {
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
                        /** @description Number of items on all pages. */
                        count: number;
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: {
                            /** @description Name of the tag. */
                            name: string;
                        }[];
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
                        /** @description Number of items on all pages. */
                        count: number;
                        /** @description URL of the next page. Null on the last page. */
                        next: string | null;
                        /** @description URL of the previous page. Null on the first page. */
                        previous: string | null;
                        /** @description Number of readings by what became of them. */
                        results: components["schemas"]["Webhook"][];
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
                    /** @description URL that the server calls, `http` or `https`. */
                    endpoint: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description URL that the server calls, `http` or `https`. */
                    endpoint: string;
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
                    "application/json": components["schemas"]["NewWebhook"];
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
                    /** @description URL that the server calls, `http` or `https`. */
                    endpoint?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description URL that the server calls, `http` or `https`. */
                    endpoint?: string;
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
}
