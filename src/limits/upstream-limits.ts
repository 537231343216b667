/** What an upstream may send before anything looks at it. Bytes are counted after decompression. */

/**
 * One answer: an endless one, or a megabyte of gzip that unpacks to a gigabyte, takes the Gateway's memory (128 MB on the platform; an answer is there
 * some eight times until a script has it). The value of a run has at most 4 million characters.
 */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** One event of an answer in server-sent events: the SDK's parser copies the incomplete event with every chunk. */
export const MAX_ANSWER_EVENT_BYTES = 4 * 1024 * 1024;
/** What an upstream says of a failure, as a script and its model get it; the untouched result has all of it. */
export const MAX_FAILURE_CHARS = 20_000;
/** The body of an HTTP error, which is only ever shown; the rest is not read. */
export const MAX_ERROR_BODY_BYTES = 64 * 1024;
/** A trickling answer is aborted this long after its call timed out; otherwise its stream would stay open for ever. */
export const ANSWER_GRACE_MS = 10_000;
/** Levels of a whole message: JSON of a million brackets is small and overflows the stack of a recursive reader. */
export const MAX_MESSAGE_DEPTH = 10_000;
/** Messages in one answer, batched or as events: half a million notifications fit into its bytes and take seconds. */
export const MAX_ANSWER_MESSAGES = 20_000;

/** One event of a stream that is held open (GET, `subscriptions/listen`): one without an end is collected until the process dies. */
export const MAX_EVENT_BYTES = 256 * 1024;
/**
 * What such streams may send at once, and each second after that; an event costs EVENT_COST_BYTES besides its own. An upstream that sends
 * more loses its streams until it is connected again.
 */
export const STREAM_BURST_BYTES = 2 * 1024 * 1024;
export const STREAM_BYTES_PER_SECOND = 16 * 1024;
export const EVENT_COST_BYTES = 1024;
/** Streams that end are opened again at most so often: `retry: 0` asks for it at once, and again, for ever. */
export const MIN_RECONNECT_MS = 1_000;
export const MAX_RECONNECTS_PER_MINUTE = 60;

/** Of one list. An empty page with a new cursor costs the upstream nothing. */
export const MAX_LIST_PAGES = 200;
export const MAX_LIST_TOOLS = 10_000;
/** JSON of all tools of one list together: 200 pages of 10 MB each end the process. The longest of 40 real catalogs has 2,100,000. */
export const MAX_LIST_CHARS = 5_000_000;
/** JSON of all lists of a principal together: they travel in one message, of at most 32 MiB. */
export const MAX_ALL_LISTS_CHARS = 12_000_000;
/** JSON of the lists that one isolate remembers, more than those of any principal; each takes several times its length. */
export const MAX_CACHED_LIST_CHARS = 16_000_000;
/** JSON of one tool; the longest of 40 real catalogs has 85,000. */
export const MAX_TOOL_CHARS = 500_000;
/** A longer description is cut: no reader is shown more. */
export const MAX_DESCRIPTION_CHARS = 20_000;
export const MAX_TITLE_CHARS = 1_000;
/** Remarks about a list that are kept and shown; what else is wrong is counted. */
export const MAX_LIST_REMARKS = 50;
/** JSON of the schemas of one list that are looked through for parts that cannot be checked, when the list is read. */
export const MAX_EXAMINED_CHARS = 3_000_000;

/**
 * Levels of a tool's definition, of arguments and of a result: the platform's RPC and `JSON.stringify` fail at some thousands, and one such
 * definition takes down every answer that contains it. A guest's own values have at most 200.
 */
export const MAX_VALUE_DEPTH = 200;

/** A list is read again at most so often because the upstream says that it has changed, and later by as much for each RELIST_TOOLS of its tools. */
export const MIN_RELIST_MS = 10_000;
export const RELIST_TOOLS = 1_000;
/** A call that failed has the list read, to find out how the upstream is: a list of megabytes after each of a thousand failing calls. */
export const MIN_PROBE_MS = 30_000;
