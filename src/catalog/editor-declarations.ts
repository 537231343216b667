/**
 * Prints TypeScript declarations of a script's scope (docs/scripts.md) for an editor: the names besides the servers, then the servers. Models get
 * none of this: search answers have the signatures of tools alone.
 *
 * Values that the gateway knows nothing of are `any`, because `unknown` would make scripts wrong that read them. What the standard
 * library of a browser or of Node declares already is left to it; `console` merges with theirs.
 */
import { printDeclarations, type ServerSdk } from "../../sdk-gen/index.ts";

/** One name in each block; blank lines separate blocks. */
const SCOPE = `/** the \`input\` of the request */
declare const input: any;

/** lines of the run's log */
interface Console {
  log(...values: any[]): void;
  info(...values: any[]): void;
  warn(...values: any[]): void;
  error(...values: any[]): void;
  debug(...values: any[]): void;
  trace(...values: any[]): void;
  table(...values: any[]): void;
  dir(value?: any, options?: any): void;
  dirxml(...values: any[]): void;
  group(...values: any[]): void;
  groupCollapsed(...values: any[]): void;
  groupEnd(): void;
  assert(condition?: any, ...values: any[]): void;
  count(label?: string): void;
  countReset(label?: string): void;
  time(label?: string): void;
  timeLog(label?: string, ...values: any[]): void;
  timeEnd(label?: string): void;
  clear(): void;
}
declare var console: Console;

/** the same as console.log */
declare function log(...values: any[]): void;

/** waits for the given number of milliseconds */
declare function sleep(ms: number): Promise<void>;

/** reports progress to a client that asked for it; the fraction is from 0 to 1 */
declare function progress(message: string, fraction?: number): Promise<null>;

/** what a failed call throws */
declare class ToolError extends Error {
  constructor(message: string, failure?: { code?: string; hint?: string; retryable?: boolean; [field: string]: unknown });
  readonly code: string;
  readonly server?: string;
  readonly tool?: string;
  readonly hint?: string;
  readonly rule?: string;
  readonly retryable?: boolean;
  readonly retry_after_ms?: number;
  /** of an HTTP API */
  readonly status?: number;
  readonly body?: any;
}

/** finds tools */
declare const tools: {
  /** best first */
  search(
    query: string,
    options?: { server?: string; limit?: number },
  ): Promise<{ path: string; server: string; tool: string; signature: string }[]>;
  /** all details of the tool "server.tool", as text */
  describe(path: string): Promise<string>;
  /** servers with the number of their tools; for one server the names of its tools */
  list(): Promise<{ server: string; tools: number }[]>;
  list(server: string): Promise<string[]>;
};

interface PastRun {
  id: string;
  [field: string]: any;
}
/** past runs, newest first, in the form of GET /api/v1/runs */
declare const runs: {
  list(options?: { limit?: number; outcome?: string; text?: string }): Promise<PastRun[]>;
  get(id: string): Promise<PastRun & { calls: { server: string; tool: string; outcome: string; [field: string]: any }[] }>;
};

/** values that were too long to be returned */
declare const results: {
  read(handle: string, part?: { path?: string; offset?: number; limit?: number }): Promise<any>;
};

/** small values that are kept between runs; null if the key has no value */
declare const store: {
  get(key: string): Promise<any>;
  put(key: string, value: unknown): Promise<null>;
  delete(key: string): Promise<boolean>;
  keys(): Promise<string[]>;
};

interface FileStore {
  /** a text, bytes (Uint8Array or ArrayBuffer) or a value of JSON */
  write(name: string, content: unknown): Promise<{ name: string; type: "text" | "json" | "bytes"; bytes: number }>;
  /** the content of the file; null if there is no such file */
  read(name: string): Promise<any>;
  list(prefix?: string): Promise<{ name: string; type: "text" | "json" | "bytes"; bytes: number; updated_at: string }[]>;
  delete(name: string): Promise<boolean>;
}

/** files that are kept between runs */
declare const files: FileStore;

/** the same as \`files\` */
declare const store_files: FileStore;

/** saved scripts: scripts.name(input) runs one */
declare const scripts: {
  list(): Promise<{ name: string; version: number; description: string; input_schema?: any }[]>;
  save(name: string, options: { code?: string; run?: string; description?: string; [option: string]: unknown }): Promise<any>;
} & { [name: string]: (input?: any) => Promise<any> };

interface ScheduleRequest {
  /** cron, or "every 15 minutes" */
  schedule?: string;
  /** a single time */
  once?: string;
  time_zone?: string;
  code?: string;
  /** the name of a saved script */
  script?: string;
  /** server.tool, which is called with \`input\` */
  tool?: string;
  input?: unknown;
  options?: object;
  max_executions?: number | null;
  end_date?: string | null;
  active?: boolean;
  [option: string]: unknown;
}
interface ScheduleView {
  name: string;
  active: boolean;
  next_at?: string;
  [field: string]: any;
}
/** creates and manages schedules */
declare const schedule: {
  create(request: ScheduleRequest & { name: string }): Promise<ScheduleView>;
  update(name: string, changes: ScheduleRequest): Promise<ScheduleView>;
  validate(request: ScheduleRequest & { name?: string }): Promise<{ valid: boolean; problem?: string; next?: string[] }>;
  list(): Promise<ScheduleView[]>;
  get(name: string): Promise<ScheduleView>;
  executions(name: string): Promise<{ run: string; at: string; ok: boolean; code?: string; message?: string }[]>;
  pause(name: string): Promise<ScheduleView>;
  resume(name: string): Promise<ScheduleView>;
  trigger(name: string): Promise<null>;
  remove(name: string): Promise<null>;
};

/** the fields of a result are also properties of the envelope */
type Envelope =
  | { ok: true; result: any; error?: undefined; [field: string]: any }
  | { ok: false; error: { code: string; message: string }; [field: string]: any };
/** never throws; works with and without await */
declare function call_tool(server: string, tool: string, args?: object): Envelope & Promise<Envelope>;

/** makes up to 100 calls, some in parallel, and returns their answers in the order of the requests */
declare function call_tools(
  requests: { server: string; tool: string; args?: object }[],
  options?: { max_parallel?: number },
): Envelope[] & Promise<Envelope[]>;
`;

const NAME = /^declare (?:const|var|function|class) (\w+)/m;

export function editorDeclarations(sdks: readonly ServerSdk[]): string {
  const servers = new Set(sdks.map(({ identifier }) => identifier));
  // A server that is called `files` keeps its name.
  const scope = SCOPE.split("\n\n").filter((block) => !servers.has(NAME.exec(block)?.[1] ?? ""));
  return `${scope.join("\n\n")}\n${printDeclarations(sdks)}`;
}
