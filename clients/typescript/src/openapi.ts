// Generated from openapi.json by scripts/write-client-types.ts. Do not edit.
export interface paths {
    "/relatedsearches/keywords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve related keyword suggestions
         * @description For a related box and a keyword text, the related keywords or products.
         */
        get: operations["relatedKeywords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/imagesearch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve image search results
         * @description For a search box and a product, the products that look like it, with facets, the strategy that answered, and campaigns. An identifier that the catalogue does not contain is answered with 200 and `resultNotFound`.
         */
        get: operations["imageSearch"];
        put?: never;
        /**
         * Retrieve image search results for a photo
         * @description Extension. The products that look like a photo: its bytes (JPEG, PNG, WebP, AVIF, GIF or TIFF, of which the first frame is used), a multipart form with one file, or the address of a picture on the public internet. At most 10 MB and 40 megapixels. The answer is that of a product. A photo counts as a hundred calls, and is not stored.
         */
        post: operations["photoSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send shopper events
         * @description UBI queries and events: one, a list, a bundle, or one per line, with any content type (a beacon uses text/plain). Answered once they are on disk; suggestions learn from them in the background. Any key except one for feeds.
         */
        post: operations["events"];
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
        Ads: {
            /** Format: int32 */
            ruleId: number;
            campaignName: string | null;
            adResults: components["schemas"]["ScoredDocument"][] | null;
        };
        Attempt: {
            /** Format: int32 */
            rank: number;
            /** @enum {string} */
            from: "looks" | "text";
            /** @enum {string} */
            searchMode: "All" | "Any";
            /** Format: int32 */
            minimumResults: number;
            /**
             * Format: int32
             * @description Organic results so far, before the filters of the caller.
             */
            results: number;
            /** @enum {string} */
            outcome: "enough" | "too few" | "no picture" | "failed";
            /** @description Results of this rung are in the answer. */
            answered: boolean;
            /** @description Why the search ended at this rung or went on to the next, in words. */
            reason: string;
            /** Format: double */
            tookMs: number;
        };
        Banner: {
            /** Format: int32 */
            ruleId: number;
            campaignName: string | null;
            /** @enum {string} */
            position: "resultPageTop" | "resultPageBottom" | "filterTop" | "filterBottom" | "resultsAndControlsTop" | "betweenResultsAndControlsTop" | "betweenResultsAndControlsBottom" | "resultsAndControlsBottom";
            contents: {
                content: string | null;
            }[] | null;
        };
        /** @description Up to 1000 items in all. */
        EventBundle: {
            queries?: components["schemas"]["UbiItem"][];
            events?: components["schemas"]["UbiItem"][];
        };
        EventReceipt: {
            /** @description Events that were stored: on disk when this is answered. */
            accepted: number;
            /** @description Events without use here, or with personal data (an e-mail address). */
            ignored: number;
            refused: {
                /** @description Index of the item in the request, from 0. */
                index: number;
                reason: string;
            }[];
        };
        Evidence: {
            /** @enum {string} */
            signal: "operator" | "session" | "clicks" | "terms" | "popularity" | "catalogue";
            /**
             * Format: double
             * @description What this signal added to the score.
             */
            weight: number;
            /**
             * Format: int32
             * @description Different shoppers behind it.
             */
            shoppers?: number;
            /**
             * Format: int32
             * @description Products it finds.
             */
            products?: number;
            /** @description ISO 8601 date. */
            lastSeen?: string;
        };
        ExplainedDocument: {
            identifier: string;
            /** @description Why it has this position, in one sentence. */
            reason: string;
            /** Format: double */
            score: number;
            looks: number | null;
            colour: number | null;
            title: number | null;
            text: number | null;
            /**
             * Format: double
             * @description Factor by which campaigns multiplied its score; 1: none.
             */
            boost: number;
            /** @description Whether a campaign pinned it to this position. */
            pinned: boolean;
            /**
             * Format: int32
             * @description Its position in the whole result, from 1.
             */
            position: number;
            /**
             * Format: int32
             * @description Rank of the strategy that found it.
             */
            rung: number;
            organicPosition: number | null;
            /**
             * Format: int32
             * @description Its position before results were varied (`diversity`); left out: it was not moved for that.
             */
            variedFrom?: number;
            /** @description The campaigns that changed its position. */
            campaigns: {
                /** Format: int32 */
                ruleId: number;
                name: string;
                /** @enum {string} */
                action: "pin" | "boost" | "bury" | "tile";
                factor: number | null;
            }[];
            shared: {
                field: string;
                values: string[];
            }[];
        };
        Filter: {
            name: string | null;
            displayName: string | null;
            dataType: string | null;
            /** @enum {string} */
            type: "range" | "value";
            /**
             * Format: int32
             * @description Its position in the answer, from 0.
             */
            order: number;
            /**
             * Format: int32
             * @description Products of the set that carry the field.
             */
            count: number;
            ranges: components["schemas"]["Range"][] | null;
            values: components["schemas"]["FilterValue"][] | null;
            /**
             * @description Every value of it would give an empty result.
             * @default false
             */
            disabled: boolean;
        };
        FilterValue: {
            count: number | null;
            name: string | null;
            /** @default false */
            disabled: boolean;
        };
        GatewayError: {
            statusCode: number;
            message: string;
        };
        /** @description Extension; present with `explain=true` only. */
        ImageSearchExplanation: {
            comparison: string | null;
            /** @description What the product of a photo is taken for, in the fields in which results must agree with it. Left out for a product. */
            predicted?: {
                field: string;
                value: string;
                /**
                 * Format: double
                 * @description Share of the nearest products that have the value, by score; 1: the caller named it.
                 */
                confidence: number;
                /** @description Whether results must agree in it: from a confidence of .5 on. */
                used: boolean;
            }[];
            /** @description The parts of a photo that were tried, in fractions of its sides. */
            regions?: {
                /** Format: double */
                x: number;
                /** Format: double */
                y: number;
                /** Format: double */
                width: number;
                /** Format: double */
                height: number;
                /**
                 * Format: double
                 * @description How much more the nearest products look like it than those behind them.
                 */
                sharpness: number;
                /** @description Whether the answer is for this part. */
                used: boolean;
                /** @description Whether what is behind the product was taken away. */
                cutOut: boolean;
            }[];
            /** @description The products that the words beside a photo were taken for. */
            wordProducts?: string[];
            ladder: components["schemas"]["Attempt"][];
            /** @description Every campaign whose conditions hold, by priority. */
            campaigns: {
                /** Format: int32 */
                ruleId: number;
                name: string;
                /** @enum {string} */
                effect: "redirect" | "banner" | "ads" | "promotion" | "intentClarification";
                /** Format: double */
                priority: number;
                /** @description Whether it takes effect in this answer; of some effects only the first campaign does. */
                applied: boolean;
            }[];
            redirect: {
                term: string;
                url: string;
            } | null;
            /**
             * Format: int32
             * @description Results without those that campaigns pinned into the set.
             */
            organicResults: number;
            documents: components["schemas"]["ExplainedDocument"][];
            timings: {
                part: string;
                /** Format: double */
                tookMs: number;
            }[];
            /**
             * Format: double
             * @description Time spent on the answer, in milliseconds.
             */
            tookMs: number;
        };
        ImageSearchResult: {
            documents: components["schemas"]["ScoredDocument"][] | null;
            filters: components["schemas"]["Filter"][] | null;
            strategy: components["schemas"]["Strategy"];
            count: number | null;
            pageSize: number | null;
            isFuzzied: boolean | null;
            originalQuery: string | null;
            alteredQuery: string | null;
            explainedAlteredQuery: {
                [key: string]: string[];
            } | null;
            originalFilter: string | null;
            alteredFilter: string | null;
            /** @enum {string} */
            facetType: "basic" | "adaptive" | "semiAdaptive";
            /** @enum {string} */
            resultStatus: "resultFound" | "resultNotFound" | "errorOccured" | "redirect";
            /**
             * Format: int64
             * @description The same number as `count`.
             */
            resultCount: number;
            resultPerPage: number | null;
            searchParameters: components["schemas"]["SearchParameters"];
            redirect?: components["schemas"]["Redirect"];
            banners?: components["schemas"]["Banner"][] | null;
            ads?: components["schemas"]["Ads"];
            promotionDetail?: components["schemas"]["PromotionDetail"];
            intentClarification?: components["schemas"]["IntentClarification"];
            explain?: components["schemas"]["ImageSearchExplanation"];
        };
        IntentClarification: {
            /** Format: int32 */
            ruleId: number;
            campaignName: string | null;
            pattern: string | null;
            clarifyingQuestion: string | null;
            intentTiles: components["schemas"]["IntentTile"][] | null;
            selectedTile?: components["schemas"]["IntentTile"];
        };
        IntentTile: {
            intentTileId: string | null;
            intentTileText: string | null;
            tile: string | null;
        };
        PromotionDetail: {
            /** Format: int32 */
            ruleId: number;
            highlighted: boolean;
            campaignName: string | null;
        };
        Range: {
            /**
             * Format: double
             * @description Before the filters of the caller.
             */
            min: number;
            /** Format: double */
            max: number;
            filteredMin: number | null;
            filteredMax: number | null;
        };
        Redirect: {
            /** Format: int32 */
            ruleId: number;
            campaignName: string | null;
            url: string | null;
        };
        ScoredDocument: {
            /**
             * Format: double
             * @description Likeness to the source, 0 to 1.
             */
            score: number;
            document: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What was understood of the request. */
        SearchParameters: {
            filters: {
                rangeFilters: {
                    name: string | null;
                    min: number | null;
                    max: number | null;
                }[] | null;
                termFilters: {
                    name: string | null;
                    values: string[] | null;
                }[] | null;
            };
            /** @enum {string} */
            facetType: "basic" | "adaptive" | "semiAdaptive";
            query: string | null;
            page: number | null;
            resultsPerPage: number | null;
            sorting: {
                name: string | null;
                /** @enum {string} */
                order: "asc" | "desc";
            }[] | null;
        };
        /** @description The rung of the ladder that answered. */
        Strategy: {
            /** Format: int32 */
            rank: number;
            /** @enum {string} */
            searchMode: "All" | "Any";
            /** @enum {string} */
            fuzzySensitiveness: "Off" | "One" | "Two";
            /** Format: int32 */
            minimumFuzzyTermLength: number;
            enableFuzzyNumberMatch: boolean;
        };
        Suggestion: {
            text: string | null;
            displayText: string | null;
            url: string | null;
            dsTracker: string | null;
        };
        /** @description Extension; present with `explain=true` only. */
        SuggestionExplanation: {
            understoodAs: string | null;
            suggestions: {
                text: string;
                /** Format: double */
                score: number;
                identifier: string | null;
                evidence: components["schemas"]["Evidence"][];
                /** @description The term of the website's redirect that its `url` is from. */
                redirect?: string;
            }[];
            /**
             * Format: double
             * @description Time spent on the answer, in milliseconds.
             */
            tookMs: number;
        };
        SuggestionList: {
            suggestions: components["schemas"]["Suggestion"][] | null;
            explain?: components["schemas"]["SuggestionExplanation"];
        };
        UbiItem: {
            /** @description The shopper: the same text for the same shopper. Stored as a pseudonym. */
            client_id?: string;
            /** @description Used when there is no client_id. */
            session_id?: string;
            /** @description When: ISO 8601, or Unix time in seconds or milliseconds. Left out: now. */
            timestamp?: string | number;
            /** @description What was searched for. */
            user_query?: string;
            /** @description Id of a search; an event may refer to its search by it. */
            query_id?: string;
            /** @description An event that is sent twice with the same id is stored once. */
            event_id?: string;
            /** @description Left out or `search`: a search. `click`, `item_click`, `product_click`, `add_to_cart`, `purchase`: an action on a product. `suggestion_click`: a suggestion was followed. Others are ignored. */
            action_name?: string;
            event_attributes?: {
                object?: {
                    /** @description Identifier of the product, or `text` of the suggestion. */
                    object_id?: string;
                    /** @description `suggestion` makes a click one on a suggestion. */
                    object_id_field?: string;
                };
            };
        } & {
            [key: string]: unknown;
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
    relatedKeywords: {
        parameters: {
            query: {
                /** @description Tracker of the related keyword or related product box. */
                btr: string;
                /** @description Keyword text typed in the search input. White space around it is dropped. */
                pattern: string;
                /** @description Extension. Adds the `explain` block: why each suggestion is here. */
                explain?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Strong, of the bytes of the answer; `If-None-Match` works. */
                    ETag?: string;
                    /** @description Version of the dataset that the answer was computed from. */
                    "X-Kindred-Version"?: string;
                    /** @description As set for the box. `private, no-store` where the same call may be answered differently: for a share of the traffic, with `explain`, or after a part failed. */
                    "Cache-Control"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionList"];
                };
            };
            /** @description The answer is the one the caller has already. */
            304: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Strong, of the bytes of the answer; `If-None-Match` works. */
                    ETag?: string;
                    /** @description Version of the dataset that the answer was computed from. */
                    "X-Kindred-Version"?: string;
                    /** @description As set for the box. `private, no-store` where the same call may be answered differently: for a share of the traffic, with `explain`, or after a part failed. */
                    "Cache-Control"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid parameters: the name, the problem, what is allowed. */
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
            /** @description No key, or no valid one. */
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
            /** @description There is no such resource. */
            404: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Only GET, HEAD and OPTIONS are served. */
            405: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Methods that are served. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
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
            /** @description Not ready, or too busy. */
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
    imageSearch: {
        parameters: {
            query: {
                /** @description Tracker of the search box. */
                btr: string;
                /** @description Identifier of the product for which similar products are retrieved. */
                identifier: string;
                /** @description Results per page. The default is the page size of the box (24 unless set). Above the maximum of the box (100 unless set) it is cut to it; `pageSize` says what was applied. */
                top?: number;
                /** @description Extension. Page, from 1. */
                page?: number;
                /** @description Extension. Which products are eligible, before the search: the results are filled up from what passes. OData subset over facetable fields and `identifier` (eq, ne, in): eq, ne, gt, ge, lt, le, in, and, or, not, parentheses. `price ge 10 and not (brand eq 'Acme')` */
                filter?: string;
                /** @description Extension. What the shopper chose among the facets, in the same language as `filter`. It chooses among the results and adds none: the count beside a facet value is the number of results after choosing it. `brand in ('Acme', 'Borealis')` */
                facetFilter?: string;
                /** @description Extension. Identifiers of products to leave out with all their variants, separated by commas, at most 100: what is in the basket. An unknown one is ignored. */
                exclude?: string;
                /** @description Extension. Sortable fields, each with asc (default) or desc: `price desc`. */
                orderby?: string;
                /** @description Extension. The selected intent tile. An unknown one is ignored. */
                tile?: string;
                /** @description Extension. The search term that led here; campaigns may depend on it, and the website may redirect it. */
                pattern?: string;
                /** @description Extension. Adds the `explain` block: why each document is here. */
                explain?: boolean;
            };
            header?: {
                /** @description The shopper, usually by the `client_id` of the events. Decides whether a campaign for a share of the traffic is shown, always in the same way for the same shopper; left out: by chance. Neither stored nor logged. More than 200 characters count as none. */
                "X-Kindred-Shopper"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Strong, of the bytes of the answer; `If-None-Match` works. */
                    ETag?: string;
                    /** @description Version of the dataset that the answer was computed from. */
                    "X-Kindred-Version"?: string;
                    /** @description As set for the box. `private, no-store` where the same call may be answered differently: for a share of the traffic, with `explain`, or after a part failed. */
                    "Cache-Control"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageSearchResult"];
                };
            };
            /** @description The answer is the one the caller has already. */
            304: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Strong, of the bytes of the answer; `If-None-Match` works. */
                    ETag?: string;
                    /** @description Version of the dataset that the answer was computed from. */
                    "X-Kindred-Version"?: string;
                    /** @description As set for the box. `private, no-store` where the same call may be answered differently: for a share of the traffic, with `explain`, or after a part failed. */
                    "Cache-Control"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Invalid parameters: the name, the problem, what is allowed. */
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
            /** @description No key, or no valid one. */
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
            /** @description There is no such resource. */
            404: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description Only GET, HEAD and OPTIONS are served. */
            405: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Methods that are served. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
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
            /** @description Not ready, or too busy. */
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
    photoSearch: {
        parameters: {
            query: {
                /** @description Tracker of the search box. */
                btr: string;
                /** @description Results per page. The default is the page size of the box (24 unless set). Above the maximum of the box (100 unless set) it is cut to it; `pageSize` says what was applied. */
                top?: number;
                /** @description Extension. Page, from 1. */
                page?: number;
                /** @description Extension. Which products are eligible, before the search: the results are filled up from what passes. OData subset over facetable fields and `identifier` (eq, ne, in): eq, ne, gt, ge, lt, le, in, and, or, not, parentheses. `price ge 10 and not (brand eq 'Acme')` */
                filter?: string;
                /** @description Extension. What the shopper chose among the facets, in the same language as `filter`. It chooses among the results and adds none: the count beside a facet value is the number of results after choosing it. `brand in ('Acme', 'Borealis')` */
                facetFilter?: string;
                /** @description Extension. Identifiers of products to leave out with all their variants, separated by commas, at most 100: what is in the basket. An unknown one is ignored. */
                exclude?: string;
                /** @description Extension. Sortable fields, each with asc (default) or desc: `price desc`. */
                orderby?: string;
                /** @description Extension. The selected intent tile. An unknown one is ignored. */
                tile?: string;
                /** @description Extension. The search term that led here; campaigns may depend on it, and the website may redirect it. */
                pattern?: string;
                /** @description Extension. Adds the `explain` block: why each document is here. */
                explain?: boolean;
                /** @description Extension. Whether the fields in which results agree with the source (a setting of the box, mostly the category) are predicted from the products that look most like the photo: true unless given. A parameter with the name of such a field sets it instead. */
                predict?: boolean;
                /** @description Extension. The part of the photo to search for: `x,y,width,height` in fractions of its sides, such as `0.1,0.2,0.5,0.6`. `auto` tries some parts, and answers for the one that the catalogue answers most sharply; `explain` lists them all. */
                region?: string;
                /** @description Extension. Whether the product may be cut out of what is behind it: true unless given. It is where the catalogue does not answer the photo sharply and its ground is not plain; the answer is for the sharper of both. Without effect beside a part that is named, and for several pictures. */
                cutOut?: boolean;
                /** @description Extension. What the field `category` of the product in the photo is, where the box wants results of the same one: `Women/Shoes`. Each other such field has a parameter of its name. */
                category?: string;
            };
            header?: {
                /** @description The shopper, usually by the `client_id` of the events. Decides whether a campaign for a share of the traffic is shown, always in the same way for the same shopper; left out: by chance. Neither stored nor logged. More than 200 characters count as none. */
                "X-Kindred-Shopper"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
                "image/avif": string;
                "image/gif": string;
                "image/tiff": string;
                "multipart/form-data": {
                    /** Format: binary */
                    photo: string;
                    /** @description Words beside the picture, or alone: results also look like the products that these words find. */
                    pattern?: string;
                };
                "application/json": {
                    /** Format: uri */
                    imageUrl?: string;
                    /** @description Results look like the mean of these. */
                    like?: {
                        identifier?: string;
                        /** Format: uri */
                        imageUrl?: string;
                    }[];
                    /** @description And less like these. */
                    unlike?: {
                        identifier?: string;
                        /** Format: uri */
                        imageUrl?: string;
                    }[];
                    /** @description Words beside the picture, or alone: results also look like the products that these words find. */
                    pattern?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    /** @description Strong, of the bytes of the answer; `If-None-Match` works. */
                    ETag?: string;
                    /** @description Version of the dataset that the answer was computed from. */
                    "X-Kindred-Version"?: string;
                    /** @description As set for the box. `private, no-store` where the same call may be answered differently: for a share of the traffic, with `explain`, or after a part failed. */
                    "Cache-Control"?: string;
                    /** @description The rates of the subscription, where it has some: `"subscription";q=100;w=60` allows 100 calls in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of them: `"subscription";r=40;t=12` is 40 calls, and more in 12 seconds. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageSearchResult"];
                };
            };
            /** @description Invalid parameters, or a photo that cannot be used: why. */
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
            /** @description No key, or no valid one. */
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
            /** @description The photo is too large. */
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
            /** @description Not ready, or too busy. */
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
    events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UbiItem"] | components["schemas"]["UbiItem"][] | components["schemas"]["EventBundle"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The id of this request; a valid one of the caller is kept. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReceipt"];
                };
            };
            /** @description Nothing was accepted, and why. */
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
            /** @description No key, or no valid one. */
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
            /** @description Not ready, or too busy. */
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
