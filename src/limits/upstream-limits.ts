/** Limits on messages of upstreams before they are parsed. Bytes are counted after decompression. */

/**
 * Size of one response: an endless response, or a megabyte of gzip that unpacks to a gigabyte, would exhaust the Gateway's memory (128 MB
 * on the platform; a response is held there about eight times until a script has it). The value of a run has at most 4 million
 * characters.
 */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Size of one event of a response in server-sent events: the SDK's parser copies the incomplete event with every chunk. */
export const MAX_ANSWER_EVENT_BYTES = 4 * 1024 * 1024;
/** Length of an upstream's failure message, as a script and its model get it; the raw result has the whole message. */
export const MAX_FAILURE_CHARS = 20_000;
/** Size of the body of an HTTP error, which is only displayed; the rest is not read. */
export const MAX_ERROR_BODY_BYTES = 64 * 1024;
/** A slow response is aborted this long after its call timed out; otherwise its stream would stay open. */
export const ANSWER_GRACE_MS = 10_000;
/** Depth of a whole message: JSON of a million brackets is small and overflows the stack of a recursive reader. */
export const MAX_MESSAGE_DEPTH = 10_000;
/** Messages in one response as events: half a million notifications fit into its bytes and take seconds. */
export const MAX_ANSWER_MESSAGES = 20_000;
/** Entries of all lists of one message whose form the MCP client may check: content blocks, tools, prompts, versions. */
export const MAX_MESSAGE_ENTRIES = 40_000;
/**
 * Content blocks, contents or messages of one result of 2026-07-28. For each that has none of the forms, the client writes 3.5 kB of
 * reasons: 20,000 of them take 2.7 s and 160 MB.
 */
export const MAX_MESSAGE_BLOCKS = 5_000;
/** Messages in one response that is a batch: all of them are dealt with at once. */
export const MAX_BATCH_MESSAGES = 1_000;
/**
 * Replies to requests of an upstream (`ping`, forms) that are on their way at once; further requests get none. Each reply is a request to
 * the upstream, which can leave it open.
 */
export const MAX_OPEN_REPLIES = 16;
/** Calls whose streams may stay open after their results have come; the upstream has to end them, and need not. */
export const MAX_ANSWERED_STREAMS = 16;
/**
 * Events of one answer that are passed on at once, and per second after that; reading pauses meanwhile. Each takes the Gateway some 30 µs, in
 * which it answers no other request.
 */
export const ANSWER_EVENT_BURST = 1_000;
export const ANSWER_EVENTS_PER_SECOND = 3_000;

/** Size of one event of a stream that is held open (GET, `subscriptions/listen`): an endless event would be buffered until the process dies. */
export const MAX_EVENT_BYTES = 256 * 1024;
/**
 * Bytes that such streams may send at once, and per second after that; an event counts EVENT_COST_BYTES in addition to its own. An upstream
 * that sends more loses its streams until it is connected again.
 */
export const STREAM_BURST_BYTES = 2 * 1024 * 1024;
export const STREAM_BYTES_PER_SECOND = 16 * 1024;
export const EVENT_COST_BYTES = 1024;
/** Minimum time between two attempts to open a stream again: `retry: 0` requests it at once, without end. */
export const MIN_RECONNECT_MS = 1_000;
/**
 * Streams of one connection that are opened again in a minute; the others wait their turn. A call whose upstream answers by polling opens
 * its own up to 60 times. As many events as streams fit into STREAM_BYTES_PER_SECOND.
 */
export const MAX_RECONNECTS_PER_MINUTE = 600;

/** Longest wait for the answer to the end of a session (DELETE): a server that never answers would keep a request open for each connection. */
export const END_SESSION_MS = 5_000;

/** Pages of one list. An empty page with a new cursor costs the upstream nothing. */
export const MAX_LIST_PAGES = 200;
/** Tools of one list; entries that cannot be used count as well. */
export const MAX_LIST_TOOLS = 10_000;
/** JSON of all tools of one list together: 200 pages of 10 MB each end the process. The longest of 40 real catalogs has 2,100,000. */
export const MAX_LIST_CHARS = 5_000_000;
/**
 * JSON values of all tools of one list together: 400,000 empty schemas fit into its characters, and took all memory when such a list
 * changed. The largest of 40 real catalogs has 59,000; the tools of GitHub's description have 170,000.
 */
export const MAX_LIST_VALUES = 250_000;
/**
 * JSON of the types that are observed of the results of one server's tools; results of further tools are not looked at. An upstream that
 * answers in another form each time makes them as long as it wants otherwise, and the list with them.
 */
export const MAX_OBSERVED_CHARS = 1_000_000;
/** JSON of all lists of a principal together: they are sent in one message, of at most 32 MiB. */
export const MAX_ALL_LISTS_CHARS = 12_000_000;
/** JSON of the lists that one isolate caches, more than those of any principal; each takes several times its length. */
export const MAX_CACHED_LIST_CHARS = 16_000_000;
/** JSON of one tool; the longest of 40 real catalogs has 85,000. */
export const MAX_TOOL_CHARS = 500_000;
/** JSON values of one tool; the largest of 40 real catalogs has 3,200. */
export const MAX_TOOL_VALUES = 25_000;
/** Length of a description; longer ones are cut. */
export const MAX_DESCRIPTION_CHARS = 20_000;
export const MAX_TITLE_CHARS = 1_000;
/** Remarks about a list that are stored and shown; further ones are counted. */
export const MAX_LIST_REMARKS = 50;
/** JSON of the schemas of one list that are searched, when the list is read, for parts that cannot be checked. */
export const MAX_EXAMINED_CHARS = 3_000_000;

/**
 * Depth of a tool's definition, of arguments and of a result: the platform's RPC and `JSON.stringify` fail at some thousands of levels,
 * and one such definition would fail every answer that contains it. A guest's own values have at most 200.
 */
export const MAX_VALUE_DEPTH = 200;

/**
 * Minimum time between two reads of a list because of a change notification, on average, plus the same time for each RELIST_TOOLS of its
 * entries and for each RELIST_VALUES of its JSON values. RELIST_BURST of them may follow each other at once where the list is short.
 */
export const MIN_RELIST_MS = 10_000;
export const RELIST_BURST = 3;
export const RELIST_TOOLS = 1_000;
export const RELIST_VALUES = 20_000;
/** Minimum time between two reads of a list because of failed calls: without it, a thousand failing calls would read megabytes each. */
export const MIN_PROBE_MS = 30_000;

/** Entries of one list of resources, templates or prompts, and their JSON: a script gets them as one value. */
export const MAX_FEATURE_ITEMS = 10_000;
export const MAX_FEATURE_CHARS = 4_000_000;
/** Pages without an entry that may follow each other in such a list. */
export const MAX_EMPTY_PAGES = 20;
/** All pages of one such list together, in milliseconds. */
export const MAX_FEATURE_LIST_MS = 10_000;
/** A list that took longer is not requested again for so long. */
export const SLOW_LIST_REST_MS = 60_000;

/** Values of one completion (MCP allows as many), and their characters together; further ones are left out. */
export const MAX_COMPLETIONS = 100;
export const MAX_COMPLETION_CHARS = 100_000;

/** Failures in a row, of so many tools, after which an upstream is not called for a while; see circuit-breaker.ts. */
export const BREAKER_FAILURES = 5;
export const BREAKER_TOOLS = 2;
/** Names that are remembered for that. */
export const MAX_BREAKER_TOOLS = 10;
/** The first while; each further one is twice as long. */
export const BREAKER_HOLD_MS = 5_000;
export const MAX_BREAKER_HOLD_MS = 60_000;

/** Requests after the first, and the wait before the first of them; each further wait is twice as long. */
export const MAX_RETRIES = 2;
export const FIRST_RETRY_MS = 200;
/** An upstream that asks for a longer rest gets it, and the script is told. */
export const MAX_RETRY_WAIT_MS = 30_000;
/** A message of progress; the rest is cut off. */
export const MAX_PROGRESS_CHARS = 500;
/** Messages of progress that one run passes on to its client: at once, and per second after that; the others are dropped. */
export const PROGRESS_BURST = 10;
export const PROGRESS_PER_SECOND = 10;

/** Log messages of upstreams that one run passes on to its client: at once, per second after that, and in all. */
export const LOG_BURST = 100;
export const LOGS_PER_SECOND = 20;
export const MAX_RUN_LOGS = 1_000;
/** JSON of the data of one log message, and the name of its logger; the rest is cut off. */
export const MAX_LOG_CHARS = 8_000;
export const MAX_LOGGER_CHARS = 200;
/** Sessions of a principal whose log level is remembered. */
export const MAX_LOG_SESSIONS = 1_000;
/** All requests together by which an upstream is asked to report changes of resources, in milliseconds: who listens waits for them. */
export const MAX_FOLLOW_MS = 10_000;
/** Longest wait for the stream of a 2025-era server before it is asked to report changes, in milliseconds. */
export const MAX_STREAM_OPENING_MS = 2_000;
