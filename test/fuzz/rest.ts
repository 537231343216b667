/**
 * The REST interface from its own OpenAPI document: every operation with seven kinds of credentials, input made of the schemas, input
 * that is nearly right, other methods, repeated parameters and odd encodings. Every answer has to fit the document.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { FuzzRun } from "./support/fuzz-run.ts";
import { HOSTILE_TEXTS, hostileValue } from "./support/hostile.ts";
import { faultOf, isOurs } from "./support/judge.ts";
import { Random } from "../support/random.ts";
import { broken, valueOf, type Known, type Schema } from "./support/schema-value.ts";
import { describeSent, send, type Answered, type Sent } from "./support/send.ts";
import { KINDS, STRANGERS, startTarget, type Kind, type Target } from "./support/target.ts";

export const name = "rest";
export const description = "the REST interface, from the OpenAPI document that it serves";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** Short, each with an outcome of its own. */
const SCRIPTS = [
  "1",
  "input",
  "throw new Error('x')",
  "1 +",
  "await notes.list_notes()",
  "await notes.list_notes({ tagg: 1 })",
  "await modern.add({ a: 1, b: 2 })",
  "await dead.anything({})",
  "console.log('x'); await store.put('k', [1]); await store.get('k')",
  "await schedule.create({ name: 'weekly', schedule: 'every week', code: '1' })",
  "await tools.search('notes')",
  "for (;;) {}",
];

/** Requests that go on at the same time; each has choices of its own. */
const LANES = 3;
/** In each of them, however little time there is. */
const MIN_REQUESTS = 200;

/** What a text has to be to get past the first check, by the name of its property. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  code: SCRIPTS,
  schedule: ["every day", "0 9 * * 1-5", "every weekday at 9am", "every 0 minutes"],
  time_zone: ["UTC", "Europe/Berlin", "Nowhere/None"],
  servers: ["notes", "modern", "nothing"],
  server: ["notes", "modern", "dead", "vault"],
  tool: ["list_notes", "add", "summarize"],
  principal: ["local", "owner"],
  name: ["weekly_report", "weekly", "notes"],
  script: ["weekly_report", "weekly_report@1"],
};

/** @returns how many requests were made */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  await using target = await startTarget();
  const document = await documentOf(target);
  const lanes = Array.from({ length: LANES }, async (_one, lane) => {
    const fuzzer = new RestFuzzer(target, document, new Random(seed * LANES + lane), report);
    let requests = 0;
    for (; requests < MIN_REQUESTS || Date.now() < until; requests += 1) await fuzzer.once();
    return requests;
  });
  return (await Promise.all(lanes)).reduce((sum, requests) => sum + requests, 0);
}

async function documentOf({ origin, headers }: Target): Promise<Document> {
  const response = await fetch(`${origin}/api/v1/openapi.json`, { headers: headers.admin });
  return (await response.json()) as Document;
}

class RestFuzzer {
  readonly #target: Target;
  readonly #operations: readonly { readonly method: string; readonly path: string; readonly operation: Operation }[];
  readonly #random: Random;
  readonly #report: (finding: string) => void;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  readonly #validators = new Map<Schema, ValidateFunction>();
  readonly #components: object;
  /** Identifiers of what earlier requests made. */
  readonly #seen: Record<string, string[]> = { id: [], name: [] };
  #sent = 0;

  constructor(target: Target, document: Document, random: Random, report: (finding: string) => void) {
    this.#target = target;
    this.#random = random;
    this.#report = report;
    this.#components = document.components;
    this.#operations = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  }

  async once(): Promise<void> {
    const random = this.#random;
    const { method, path, operation } = random.pick(this.#operations);
    const kind = random.pick(KINDS);
    const isOtherMethod = random.chance(0.05);
    const sent: Sent = {
      method: isOtherMethod ? random.pick(["PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "POST", "GET"]) : method,
      path: this.#pathOf(path, operation),
      headers: this.#headersOf(kind),
      ...this.#bodyOf(operation),
    };
    if (sent.method === "DELETE" && [...this.#target.own].some((own) => sent.path.includes(own))) return;
    const answered = await send(this.#target.origin, sent).catch((error: unknown) => String(error));
    const faults =
      typeof answered === "string"
        ? [answered]
        : [
            faultOf(answered, path.startsWith("/codemode/") ? [502, 504] : []),
            this.#strangerFault(kind, sent, answered),
            isOtherMethod ? undefined : this.#misfit(operation, answered),
          ];
    if (typeof answered !== "string") this.#remember(answered);
    for (const fault of faults) {
      if (fault !== undefined) this.#report(`${fault}\n  as ${kind}, ${method} ${path}: ${describeSent(sent)}`);
    }
  }

  #pathOf(path: string, { parameters = [] }: Operation): string {
    const random = this.#random;
    const known: Known = (of) => this.#seen[of] ?? [];
    const odd = (): string => {
      const text = random.pick(HOSTILE_TEXTS);
      // Half encoded; what no request line can hold is answered by the runtime's HTTP server.
      return random.chance(0.3) ? text.replaceAll(/[^\w.~!$&'()*+,;=:@/-]/g, "%") : encode(text);
    };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, of: string) => {
      const schema = parameters.find((one) => one.name === of)?.schema ?? {};
      if (of === "number") return random.chance(0.8) ? String(1 + random.below(3)) : odd() || "x";
      return random.chance(0.75) ? encode(String(valueOf(schema, random, known, of))) : odd() || "x";
    });
    const pairs = parameters
      .filter((one) => one.in === "query" && (one.required || random.chance(0.4)))
      .map((one) => [
        one.name,
        random.chance(0.8) ? encode(String(valueOf(one.schema, random, known, one.name))) : odd(),
      ]);
    if (random.chance(0.05)) pairs.push([encode(random.pick(HOSTILE_TEXTS)), odd()]);
    const [repeated] = pairs;
    if (repeated !== undefined && random.chance(0.05)) pairs.push(repeated);
    const query = pairs.map(([key, value]) => `${key}=${value}`).join("&");
    const prefix = random.chance(0.02) ? "/api/v1/" : "/api/v1";
    return `${prefix}${filled}${query === "" ? "" : `?${query}`}`.slice(0, 8_000);
  }

  #headersOf(kind: Kind): Record<string, string> {
    const random = this.#random;
    this.#sent += 1;
    return {
      ...this.#target.headers[kind],
      // An address each: how often one may be wrong is not what this is about.
      "cf-connecting-ip": `2001:db8:${(this.#sent >> 16).toString(16)}:${(this.#sent & 0xffff).toString(16)}::1`,
      "content-type": random.chance(0.9)
        ? "application/json"
        : random.pick(["text/plain", "multipart/form-data", "application/x-www-form-urlencoded; charset=utf-16", "x"]),
      ...(random.chance(0.1) && { accept: random.pick(["text/html", "*/*", "application/xml", ""]) }),
      ...(random.chance(0.05) && { origin: random.pick([this.#target.origin, "http://localhost:5173", "null"]) }),
      ...(random.chance(0.05) && {
        traceparent: random.pick(["00-0-0-0", `00-${"a".repeat(32)}-${"b".repeat(16)}-01`]),
      }),
      ...(random.chance(0.03) && { cookie: `isogate-${new URL(this.#target.origin).port}=${random.word(200)}` }),
    };
  }

  #bodyOf({ requestBody }: Operation): Pick<Sent, "body" | "parts"> {
    const random = this.#random;
    const parts = random.chance(0.2) ? 1 + random.below(5) : 0;
    if (requestBody === undefined) return random.chance(0.1) ? { body: random.word(50), parts } : {};
    const { schema } = requestBody.content["application/json"];
    const known: Known = (of) => MEANT[of] ?? this.#seen[of] ?? [];
    const valid = bounded(valueOf(schema, random, known));
    const choice = random.below(10);
    if (choice < 6) return { body: JSON.stringify(valid), parts };
    if (choice < 9) return { body: JSON.stringify(bounded(broken(valid, random))), parts };
    const json = JSON.stringify(valid);
    return {
      body: random.pick([
        "",
        "{",
        json.slice(0, -1),
        `\ufeff${json}`,
        json.replace("{", '{"a":1e999,'),
        json.replace("{", '{"__proto__":{"x":1},'),
        JSON.stringify(hostileValue(random)),
        Uint8Array.of(0xff, 0xfe, 0x7b, 0x7d),
      ]),
      parts,
    };
  }

  #strangerFault(kind: Kind, { method }: Sent, { status }: Answered): string | undefined {
    const isPreflight = method === "OPTIONS";
    if (!STRANGERS.has(kind) || isPreflight || status === 0 || status >= 300) return undefined;
    return `lets a stranger in with ${status}`;
  }

  /** What of an answer is not as documented. */
  #misfit({ responses }: Operation, answered: Answered): string | undefined {
    const { status, headers, body } = answered;
    if (status === 0 || status >= 500 || !isOurs(answered)) return undefined;
    const documented = responses[String(status)] ?? responses["default"];
    const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
    const { content } = documented ?? {};
    if (content === undefined)
      return body === "" ? undefined : `${status} has a body, and none is documented: ${body.slice(0, 200)}`;
    const media = content[type];
    if (media === undefined) {
      // CSV is an answer of an operation that documents JSON lines first.
      return type === "text/csv"
        ? undefined
        : `${status} is ${type || "without a type"}, documented is ${Object.keys(content).join(", ")}: ${body.slice(0, 200)}`;
    }
    if (!type.endsWith("json")) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return `${status} is no JSON: ${body.slice(0, 200)}`;
    }
    const validate = this.#validator(media.schema);
    return validate(value)
      ? undefined
      : `${status} does not fit: ${this.#ajv.errorsText(validate.errors)} in ${body.slice(0, 300)}`;
  }

  #validator(schema: Schema): ValidateFunction {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      validate = this.#ajv.compile({ ...schema, components: this.#components });
      this.#validators.set(schema, validate);
    }
    return validate;
  }

  #remember({ body, status }: Answered): void {
    if (status >= 300) return;
    for (const [, of = "", value = ""] of body.slice(0, 20_000).matchAll(/"(id|run|name)":"([^"\\]{1,100})"/g)) {
      if (this.#target.own.has(value)) continue;
      const list = this.#seen[of === "run" ? "id" : of] ?? [];
      list.push(value);
      if (list.length > 60) list.splice(0, 20);
    }
  }
}

/** A run that may take ten minutes would be the last that this fuzzer makes. */
function bounded(value: unknown): unknown {
  if (value === null || typeof value !== "object" || !("options" in value)) return value;
  const { options } = value;
  if (options === null || typeof options !== "object" || Array.isArray(options)) return value;
  const min = (of: string, max: number): object => {
    const asked: unknown = (options as Record<string, unknown>)[of];
    return typeof asked === "number" && asked > max && asked <= 600_000 ? { [of]: max } : {};
  };
  return { ...value, options: { ...options, ...min("timeout_ms", 2_000), ...min("cpu_ms", 500) } };
}

/** Lone surrogates, too. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
