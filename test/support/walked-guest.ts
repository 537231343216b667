/**
 * A guest that looks at itself: every built-in that can be reached is walked before and after the script runs, twice, and
 * whatever is not the same afterwards is told.
 */
import { RpcTarget, env } from "cloudflare:workers";
import { GUEST_COMPATIBILITY_DATE } from "../../worker-loader/compatibility.ts";
import { BUILT_IN, HARNESS, MAIN_MODULE } from "../../worker-loader/harness.ts";
import { DEFAULT_LIMITS } from "../../worker-loader/index.ts";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";
import type { GuestModule } from "../../worker-loader/prepare/prepare.ts";

const { LOADER } = env as unknown as { LOADER: WorkerLoader };

/** Around the main module of the guest's kind. The harness replaces some built-ins by bounded ones: that is expected once. */
const WALKER = `
import Guest from "./${MAIN_MODULE}";
const REPLACED = new Set(["fill", "join", "concat", "from", "constructor", "Array"]);
const ROOTS = (() => {
  const protos = [function* () {}, async function* () {}, async () => {}, (function* () {})(), [].values(), ""[Symbol.iterator](),
    "".matchAll(/x/g), [].values().map((item) => item), new Map().values(), new Set().values(), Iterator.from({ next() {} })];
  return [globalThis, ...protos.map((one) => Object.getPrototypeOf(one))];
})();
function walk() {
  const seen = new Map();
  const waiting = [...ROOTS];
  for (const object of waiting) {
    if (object === null || (typeof object !== "object" && typeof object !== "function") || seen.has(object)) continue;
    const own = new Map();
    // The runtime makes a new list of languages each time.
    for (const key of Reflect.ownKeys(object)) if (key !== "languages") own.set(key, Object.getOwnPropertyDescriptor(object, key));
    seen.set(object, { own, proto: Object.getPrototypeOf(object), isOpen: Object.isExtensible(object) });
    waiting.push(Object.getPrototypeOf(object));
    for (const { value, get, set } of own.values()) waiting.push(value, get, set);
  }
  return seen;
}
function changes(before, after) {
  const found = [];
  for (const [object, was] of before) {
    const is = after.get(object) ?? { own: new Map(), proto: undefined, isOpen: undefined };
    if (!after.has(object)) continue;
    if (is.proto !== was.proto) found.push("prototype");
    if (is.isOpen !== was.isOpen) found.push("extensible");
    for (const key of new Set([...was.own.keys(), ...is.own.keys()])) {
      const [one, other] = [was.own.get(key), is.own.get(key)];
      const same = one && other && ["value", "get", "set", "writable", "enumerable", "configurable"].every((part) => Object.is(one[part], other[part]));
      if (!same && !(one && other && REPLACED.has(key))) found.push(String(key));
    }
  }
  for (const [object, { own }] of after) {
    if (before.has(object)) continue;
    const keys = [...own.keys()].filter((key) => key !== "length" && key !== "name");
    if (typeof object !== "function" || (keys.length > 0 && object !== Array)) found.push("new: " + String(object));
  }
  return found;
}
export default class extends Guest {
  async run(host, spec) {
    const before = walk();
    const report = await super.run(host, spec);
    const between = walk();
    await super.run(host, spec);
    return { report, changes: [...changes(before, between), ...changes(between, walk())] };
  }
}`;

class Host extends RpcTarget {
  call(): object {
    return { ok: true, value: '{"list":[1,{"a":[]}]}' };
  }
  log(): void {}
  limit(): void {}
}

export interface Walked {
  readonly report: unknown;
  readonly changes: readonly string[];
}

/** @returns undefined for a script that cannot be prepared */
export async function prepareGuest(code: string, servers = ["notes"]): Promise<GuestModule | undefined> {
  const prepared = await prepareScript(code, "javascript", () => Promise.reject(new Error("No TypeScript here.")));
  return prepared.ok ? prepared.script.toModule([...BUILT_IN, ...servers]) : undefined;
}

/** @param guest not a locked one: the walk changes nothing, and neither may the script */
export async function walkGuest({ kind, names, text, parameters }: GuestModule): Promise<Walked> {
  const stub = LOADER.load({
    compatibilityDate: GUEST_COMPATIBILITY_DATE,
    mainModule: "walker.js",
    modules: { "walker.js": WALKER, [MAIN_MODULE]: HARNESS[kind], "script.js": text },
    globalOutbound: null,
  });
  const { maxLogLines: maxLines, maxLogLength: maxLength, maxArgsLength, maxValueLength } = DEFAULT_LIMITS;
  const spec = {
    parameters,
    extensions: [],
    // Bounds are put where a script names them, and would be seen as changes; those that are always there suffice.
    mentions: names.filter((name) => name === "Array"),
    servers: parameters.filter((name) => name === "notes"),
    input: '{"a":1,"list":[3,1,2]}',
    mayReject: true,
    logs: { maxLines, maxLength },
    limits: { cpuMs: 200, wallMs: 2_000, maxArgsLength, maxValueLength },
    maxValueLength,
  };
  return (stub.getEntrypoint() as unknown as { run(host: Host, spec: object): Promise<Walked> }).run(new Host(), spec);
}
