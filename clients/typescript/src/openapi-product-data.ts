// Generated from src/http/product-data/openapi.ts by scripts/write-client-types.ts. Do not edit.
export interface paths {
    "/productData/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a product
         * @description Only the given fields change. The product must be in the live version.
         */
        post: operations["updateProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/productData/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change several products
         * @description Only the given fields of each product change. Each product is accepted or refused on its own.
         */
        post: operations["updateProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/productData/product/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or replace a product
         * @description The whole product is given: fields that are left out are empty afterwards.
         */
        post: operations["addProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/productData/products/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or replace several products
         * @description Whole products are given. Each product is accepted or refused on its own.
         */
        post: operations["addProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/productData/product/{identifier}": {
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
         * Remove a product
         * @description The product is in no answer from now on.
         */
        delete: operations["removeProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/productData/product/{websiteTracker}/{identifier}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A product as it is now
         * @description The published product with all live changes since.
         */
        get: operations["currentProduct"];
        put?: never;
        post?: never;
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
        CurrentProduct: {
            identifier: string;
            available: boolean;
            groupId: string | null;
            record: components["schemas"]["ProductRecord"];
        };
        GatewayError: {
            statusCode: number;
            message: string;
        };
        /** @description Fields under their names in the product record or under the names of the feed's own columns, with values as the feed has them: `stock: 0`, `"availability": "out of stock"` and `"available": false` mean the same, `"price": "12.50 EUR"` is a number and a currency. Case, accents, `_`, `-` and spaces in names do not matter. A name that the dataset does not know is refused, see `unknownFields`. In an update, what is left out stays and null removes. */
        ProductData: {
            identifier: string;
            /** @description When this was true: ISO 8601, or milliseconds since 1970. Changes of a product are ordered by it, whenever they arrive; without one the time of arrival counts. */
            timestamp?: string | number;
        } & {
            [key: string]: string | number | boolean | (string | number | boolean | {
                [key: string]: unknown;
            })[] | {
                [key: string]: unknown;
            } | null;
        };
        ProductDataItemReport: {
            /** @description Index of the item in the request, from 0. */
            index: number;
            identifier: string | null;
            /** @description 200, 400 (invalid) or 404 (no such product). */
            status: number;
            message: string | null;
            /** @description What was accepted and may not be what was meant: unknown fields, with `unknownFields=warn`. */
            warnings: string[];
        };
        /** @description A bare array of products is read too. */
        ProductDataList: {
            /** @description When this was true: ISO 8601, or milliseconds since 1970. Changes of a product are ordered by it, whenever they arrive; without one the time of arrival counts. */
            timestamp?: string | number;
            products: components["schemas"]["ProductData"][];
        };
        ProductDataReport: {
            accepted: number;
            refused: number;
            items: components["schemas"]["ProductDataItemReport"][];
        };
        /** @description The record as in the documents of an image search: these, and every mapped field. */
        ProductRecord: {
            identifier: string;
            displayText: string;
            /** @description Absolute. */
            url: string;
            /** @description Absolute. */
            imageUrl?: string;
            price?: number;
            currency?: string;
        } & {
            [key: string]: string | number | boolean | (string | number | boolean)[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    updateProduct: {
        parameters: {
            query?: {
                /** @description Name or tracker of the product dataset; needed when the website has several. */
                dataset?: string;
                /** @description What happens to a field that the dataset does not know. `refuse`: the product is refused, and the nearest known names are told. `warn`: the product is accepted with a warning, and the field is in its record only. */
                unknownFields?: "refuse" | "warn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductData"];
            };
        };
        responses: {
            /** @description Accepted: durable, and visible from now on. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"];
                };
            };
            /** @description What is invalid, and what is allowed. */
            400: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description No key for feeds, or no valid one. */
            401: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Names the header in which the key is expected. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Out of quota. */
            403: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description There is no such product: which one, and the next step. */
            404: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Over the rate limit. */
            429: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Server error: a text with the request id. */
            500: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Nothing is live yet, or the service is too busy. */
            503: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    updateProducts: {
        parameters: {
            query?: {
                /** @description Name or tracker of the product dataset; needed when the website has several. */
                dataset?: string;
                /** @description What happens to a field that the dataset does not know. `refuse`: the product is refused, and the nearest known names are told. `warn`: the product is accepted with a warning, and the field is in its record only. */
                unknownFields?: "refuse" | "warn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductDataList"];
            };
        };
        responses: {
            /** @description All were accepted. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"];
                };
            };
            /** @description Some were accepted; the report says for each of the others why not. */
            207: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"];
                };
            };
            /** @description None was accepted: the report, or a text when the body is not a list. */
            400: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"] | string;
                };
            };
            /** @description No key for feeds, or no valid one. */
            401: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Names the header in which the key is expected. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Out of quota. */
            403: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Over the rate limit. */
            429: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Server error: a text with the request id. */
            500: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Nothing is live yet, or the service is too busy. */
            503: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    addProduct: {
        parameters: {
            query?: {
                /** @description Name or tracker of the product dataset; needed when the website has several. */
                dataset?: string;
                /** @description What happens to a field that the dataset does not know. `refuse`: the product is refused, and the nearest known names are told. `warn`: the product is accepted with a warning, and the field is in its record only. */
                unknownFields?: "refuse" | "warn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductData"];
            };
        };
        responses: {
            /** @description Accepted: durable, and visible from now on. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"];
                };
            };
            /** @description What is invalid, and what is allowed. */
            400: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description No key for feeds, or no valid one. */
            401: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Names the header in which the key is expected. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Out of quota. */
            403: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Over the rate limit. */
            429: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Server error: a text with the request id. */
            500: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Nothing is live yet, or the service is too busy. */
            503: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    addProducts: {
        parameters: {
            query?: {
                /** @description Name or tracker of the product dataset; needed when the website has several. */
                dataset?: string;
                /** @description What happens to a field that the dataset does not know. `refuse`: the product is refused, and the nearest known names are told. `warn`: the product is accepted with a warning, and the field is in its record only. */
                unknownFields?: "refuse" | "warn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductDataList"];
            };
        };
        responses: {
            /** @description All were accepted. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"];
                };
            };
            /** @description Some were accepted; the report says for each of the others why not. */
            207: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"];
                };
            };
            /** @description None was accepted: the report, or a text when the body is not a list. */
            400: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"] | string;
                };
            };
            /** @description No key for feeds, or no valid one. */
            401: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Names the header in which the key is expected. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Out of quota. */
            403: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Over the rate limit. */
            429: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Server error: a text with the request id. */
            500: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Nothing is live yet, or the service is too busy. */
            503: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    removeProduct: {
        parameters: {
            query?: {
                /** @description Name or tracker of the product dataset; needed when the website has several. */
                dataset?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the product. */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted: durable, and visible from now on. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDataReport"];
                };
            };
            /** @description What is invalid, and what is allowed. */
            400: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description No key for feeds, or no valid one. */
            401: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Names the header in which the key is expected. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Out of quota. */
            403: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description There is no such product: which one, and the next step. */
            404: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Over the rate limit. */
            429: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Server error: a text with the request id. */
            500: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Nothing is live yet, or the service is too busy. */
            503: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    currentProduct: {
        parameters: {
            query?: {
                /** @description Name or tracker of the product dataset; needed when the website has several. */
                dataset?: string;
            };
            header?: never;
            path: {
                /** @description Tracker of the website. */
                websiteTracker: string;
                /** @description Identifier of the product. */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product, live changes included. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentProduct"];
                };
            };
            /** @description No key for feeds, or no valid one. */
            401: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Names the header in which the key is expected. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Out of quota. */
            403: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description There is no such product: which one, and the next step. */
            404: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Over the rate limit. */
            429: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Server error: a text with the request id. */
            500: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Nothing is live yet, or the service is too busy. */
            503: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Seconds to wait before trying again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
}
