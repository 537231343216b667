/** `cache_seconds` of gateway.json: what a read-only tool answered is kept for the same arguments. A Gateway belongs to one principal. */
import { MAX_CACHED_RESULT_CHARS, MAX_CACHED_RESULTS_CHARS } from "../../limits/api-limits.ts";
import { canonical } from "../json-schema/canonical.ts";
import type { CallPerson } from "../call-person.ts";
import type { BodyBytes, Connector, ToolResult } from "../connector.ts";

interface Kept {
  /** JSON of the result without its bytes. */
  readonly text: string;
  readonly bytes: BodyBytes | undefined;
  readonly until: number;
}

export interface CachedConnector extends Connector {
  /** Called when the upstream says that something has changed: nothing of before is answered. */
  forget(): void;
}

export function cacheResults(connector: Connector, seconds: number, now: () => number = Date.now): CachedConnector {
  const kept = new Map<string, Kept>();
  let chars = 0;
  let forgotten = 0;

  function forget(key: string): void {
    const before = kept.get(key);
    if (before !== undefined) chars -= key.length + before.text.length;
    kept.delete(key);
  }

  function forgetAll(): void {
    forgotten += 1;
    kept.clear();
    chars = 0;
  }

  function keep(key: string, result: ToolResult): void {
    const { bytes, ...rest } = result;
    // The bytes are not counted, because they are a body that the text has, too.
    const text = JSON.stringify(rest);
    // The arguments are kept, too, and a script writes them.
    if (result.isError === true || key.length + text.length > MAX_CACHED_RESULT_CHARS) return;
    forget(key);
    kept.set(key, { text, bytes, until: now() + seconds * 1_000 });
    chars += key.length + text.length;
    for (const oldest of kept.keys()) {
      if (chars <= MAX_CACHED_RESULTS_CHARS) break;
      forget(oldest);
    }
  }

  return {
    list: (signal) => connector.list(signal),
    call: async (tool, args, options) => {
      // The answer of a person is not among the arguments, whether it comes with the call or during it.
      const { person } = options;
      let isPrivate = person?.answered !== undefined;
      if (tool.annotations?.readOnlyHint !== true || isPrivate) return connector.call(tool, args, options);
      const key = canonical([tool.name, args], () => undefined);
      const before = kept.get(key);
      if (before !== undefined && before.until > now()) {
        const { text, bytes } = before;
        return { ...(JSON.parse(text) as ToolResult), ...(bytes && { bytes }) };
      }
      const begun = forgotten;
      const noting = person && {
        ...person,
        hold: (requests: Parameters<CallPerson["hold"]>[0]) => {
          isPrivate = true;
          return person.hold(requests);
        },
      };
      const result = await connector.call(tool, args, { ...options, ...(noting && { person: noting }) });
      if (begun === forgotten && !isPrivate) keep(key, result);
      return result;
    },
    forget: forgetAll,
    // After a sign-out, or a sign-in as somebody else, nothing of the former account is answered.
    close: () => {
      forgetAll();
      return connector.close();
    },
  };
}
