// Written by scripts/client-types.ts from the API's description: not to be changed by hand.

export interface paths {
    "/v1/doorways/": {
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
    "/v1/doorways/{doorway_id}/": {
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
         * @description Needs a token with the scope `write`.
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
         * Take a tag from a doorway
         * @description Needs a token with the scope `write`.
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
         * @description Needs a token with the scope `read`.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event, as a sensor would
         * @description Needs a token with the scope `ingest`.
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
         * End a link, or erase it
         * @description Needs a token with the scope `write`.
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
    "/v1/sensors/": {
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
    "/v1/sensors/{sensor_id}/": {
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
    "/v1/spaces/": {
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
    "/v1/spaces/{space_id}/": {
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
    "/v1/spaces/{space_id}/count/": {
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
         * @description Needs a token with the scope `write`.
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
         * Take a tag from a space
         * @description Needs a token with the scope `write`.
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
    "/v1/tags/{tag_name}/": {
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
    "/v1/webhooks/": {
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
    "/v1/webhooks/{webhook_id}/": {
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddedTag: {
            tag_name: string;
        };
        Doorway: {
            description: string;
            id: string;
            name: string;
            sensor_id: string | null;
            spaces: {
                name: string;
                /** @enum {number} */
                sensor_placement: 1 | -1;
                space_id: string;
            }[];
            tags: string[];
        };
        Event: {
            /** @enum {number} */
            direction: 1 | -1;
            doorway_id: string | null;
            id: string;
            sensor_id: string;
            spaces: {
                count: number;
                /** @enum {number} */
                count_change: 1 | -1;
                space_id: string;
            }[];
            timestamp: string;
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
        ListedDoorway: {
            id: string;
            name: string;
            sensor_id: string | null;
            tags: string[];
        };
        ListedSpace: {
            current_count: number;
            id: string;
            name: string;
            tags: string[];
            timezone: string;
        };
        NewWebhook: {
            endpoint: string;
            id: string;
            secret: string;
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
        Reset: {
            count: number;
            id: string;
            space_id: string;
            timestamp: string;
        };
        Sensor: {
            doorway_id: string | null;
            id: string;
            sensor_type: string;
            /** @enum {string} */
            status: "online" | "offline";
        };
        Space: {
            current_count: number;
            daily_reset: string | null;
            description: string;
            doorways: {
                doorway_id: string;
                name: string;
                /** @enum {number} */
                sensor_placement: 1 | -1;
            }[];
            id: string;
            name: string;
            tags: string[];
            timezone: string;
        };
        Tag: {
            doorways: {
                doorway_id: string;
                name: string;
            }[];
            name: string;
            spaces: {
                current_count: number;
                name: string;
                space_id: string;
            }[];
        };
        Webhook: {
            endpoint: string;
            id: string;
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
                        results: components["schemas"]["ListedDoorway"][];
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
    listEvents: {
        parameters: {
            query?: {
                /** @description 1 or -1 lets through alone what sensors reported so */
                direction?: 1 | -1;
                /** @example drw_12 */
                doorway_id?: string;
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
                        count: number;
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Event"][];
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
    createEvent: {
        parameters: {
            query?: {
                live?: boolean;
            };
            header?: {
                "idempotency-key"?: string;
                /** @description `handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240) */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {number} */
                    direction: 1 | -1;
                    /** @example snr_12 */
                    sensor_id: string;
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
                    "application/json": components["schemas"]["Event"];
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
            /** @description Idempotency key reused (`/problems/idempotency-key-reused`), Event voided (`/problems/event-voided`) */
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
    listLinks: {
        parameters: {
            query?: {
                /** @example drw_12 */
                doorway_id?: string;
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
                        results: components["schemas"]["Link"][];
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
                        count: number;
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Reset"][];
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
                        count: number;
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Sensor"][];
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
                /** @example snr_12 */
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
    listSpaces: {
        parameters: {
            query?: {
                /** @example drw_12 */
                doorway_id?: string;
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
                        count: number;
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["ListedSpace"][];
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
                    daily_reset?: string | null;
                    description?: string;
                    name: string;
                    /**
                     * @description A zone of the tz database
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
                    daily_reset?: string | null;
                    description?: string;
                    /** @description An ISO 8601 time, or "beginning": dates the change; needs scope admin */
                    effective_from?: string;
                    name?: string;
                    /**
                     * @description A zone of the tz database
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
                        count: number;
                        next: string | null;
                        previous: string | null;
                        results: {
                            name: string;
                        }[];
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
                        count: number;
                        next: string | null;
                        previous: string | null;
                        results: components["schemas"]["Webhook"][];
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
}
