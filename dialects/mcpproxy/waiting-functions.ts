/**
 * Finds the functions that wait for a tool and the calls at which they do: a function that may call `call_tool` waits, and so does
 * one that may call a waiting function, to a fixpoint. A function that waits where the language runs it synchronously is a refusal.
 */
import type { Node } from "acorn";
import { CANNOT_WAIT, COLLECTIONS, KEEPING_CLASSES } from "./built-ins.ts";
import type { CallNode, Flow, Site } from "./flow.ts";
import type { Fn, Place } from "./places.ts";
import { plain } from "./loose-tree.ts";

export interface Refusal {
  readonly start: number;
  readonly message: string;
}

/** The functions, calls and iterations of a script that wait for a tool, and the refusals. */
export interface Waits {
  /** Functions whose body waits. */
  readonly fns: ReadonlySet<Fn>;
  readonly calls: ReadonlySet<Node>;
  /** Loops, spreads and patterns that may iterate over a generator that waits. */
  readonly iterations: ReadonlySet<Node>;
  /** `new Set(…)` and other collections built from such a generator. */
  readonly collections: ReadonlySet<Node>;
  /** Whether a call of an async function waits for what the function does before its first `await`. */
  readonly dividesAsync: boolean;
  readonly refusals: readonly Refusal[];
}

/** @param dividesAsync see `Waits.dividesAsync` */
export function findWaits(flow: Flow, dividesAsync = false): Waits {
  const fns = new Set<Fn>([flow.tool]);
  const calls = new Set<Node>();
  const iterations = new Set<Node>();
  const collections = new Set<Node>();
  const refusals: Refusal[] = [];
  const { places, sites } = indexPlaces(flow);
  const waiting: Fn[] = [flow.tool];
  let generators = false;

  const wait = (owner: Fn | undefined, node: Node): void => {
    if (owner === undefined) return;
    const refusal = refuseOwner(owner, node);
    if (refusal) refusals.push(refusal);
    if (fns.has(owner)) return;
    fns.add(owner);
    waiting.push(owner);
  };
  const waitAt = ({ node, owner }: Site): void => {
    if (calls.has(node)) return;
    calls.add(node);
    wait(owner, node);
  };
  const waitAtIterations = (): void => {
    if (generators) return;
    generators = true;
    for (const { node, owner } of flow.iterations) {
      iterations.add(node);
      wait(owner, node);
    }
    for (const site of flow.sites) {
      if (site.node.type === "NewExpression") {
        if (!isCollection(site.node, flow)) continue;
        collections.add(site.node);
        wait(site.owner, site.node);
      } else if (site.name !== undefined && ADVANCES.has(site.name)) waitAt(site);
    }
  };

  const judged = new Map<Place, boolean>();
  const mayWait = (place: Place): boolean => {
    const known = judged.get(place) ?? place.values.values().some((fn) => waits(fn, fns));
    judged.set(place, known);
    return known;
  };

  if (flow.gaveUp) {
    for (const site of flow.sites) if (site.node.type !== "NewExpression") waitAt(site);
    waitAtIterations();
  }
  for (let fn = waiting.pop(); fn; fn = waiting.pop()) {
    if (fn.kind === "generator" || isNamed(flow, fn, "next")) waitAtIterations();
    if (fn.kind !== "plain" && !(dividesAsync && isDivided(fn))) continue;
    for (const place of places.get(fn) ?? []) {
      for (const site of sites.get(place) ?? []) {
        if (site.node.type !== "NewExpression") waitAt(site);
        else if (site.callee === place) refusals.push({ start: site.node.start, message: NEW });
        else refuseNew(site, flow, refusals);
      }
      // One waiting function per place decides; further ones change nothing.
      sites.delete(place);
    }
  }
  for (const site of flow.sites) {
    const refusal = calls.has(site.node) ? refuseCallee(site, flow) : undefined;
    if (refusal?.called.some(mayWait)) refusals.push({ start: site.node.start, message: refusal.message });
  }
  return { fns, calls, iterations, collections, dividesAsync, refusals };
}

/** Methods that advance or consume a generator. */
const ADVANCES: ReadonlySet<string> = new Set(["next", "return", "throw", "from", "fromEntries"]);

const NEW =
  "`new` cannot wait for a tool call: make this a function that returns the object, and call it without `new`.";

/** @returns true if callers of the function have to wait for it */
export function waits(fn: Fn, fns: ReadonlySet<Fn>): boolean {
  return fn.kind === "plain" && fns.has(fn);
}

/** @returns true for an async function, of which a part runs at once; an async generator does nothing until it is asked for an item */
export function isDivided({ kind, node }: Fn): boolean {
  return kind === "async" && node?.generator !== true;
}

/** @returns `places`: function → places that may hold it; `sites`: place → calls that wait if a function there does */
function indexPlaces(flow: Flow): {
  readonly places: ReadonlyMap<Fn, readonly Place[]>;
  readonly sites: Map<Place, Site[]>;
} {
  const sites = new Map<Place, Site[]>();
  for (const site of flow.sites) {
    for (const place of [site.callee, ...(site.called ? [site.called] : []), ...(site.givesBack ? site.args : [])]) {
      const known = sites.get(place);
      if (known) known.push(site);
      else sites.set(place, [site]);
    }
  }
  const places = new Map<Fn, Place[]>();
  for (const place of sites.keys()) {
    for (const fn of place.values) {
      const known = places.get(fn);
      if (known) known.push(place);
      else places.set(fn, [place]);
    }
  }
  return { places, sites };
}

function isNamed(flow: Flow, fn: Fn, name: string): boolean {
  return flow.properties.get(name)?.values.has(fn) ?? false;
}

function isCollection({ type, ...node }: CallNode, flow: Flow): boolean {
  if (type !== "NewExpression" || !("callee" in node)) return false;
  const { callee } = node;
  return callee.type === "Identifier" && COLLECTIONS.has(callee.name) && !flow.declared.has(callee.name);
}

/** Foreign code that runs callbacks and cannot wait for them. `called` holds the arguments it may call. */
function refuseCallee(
  { node, args }: Site,
  flow: Flow,
): { readonly message: string; readonly called: readonly Place[] } | undefined {
  const path = pathOf(node);
  const [root = ""] = path.split(".");
  if (CANNOT_WAIT.has(path) && !flow.declared.has(root)) {
    const message = `${path} cannot wait for a function that calls tools: call the tools first, in a loop.`;
    const isSpread = "arguments" in node && node.arguments.some(({ type }) => type === "SpreadElement");
    // The first argument is data: the list to convert, or the value to serialize.
    return { message, called: isSpread ? args : args.slice(1) };
  }
  if (!flow.imported.has(root)) return undefined;
  const message = `${path} is imported code, which cannot wait for a function that calls tools: call the tools first, in a loop, and pass their results.`;
  return { message, called: args };
}

function refuseNew({ node }: Site, flow: Flow, refusals: Refusal[]): void {
  const path = pathOf(node);
  const [root = ""] = path.split(".");
  if ((flow.declared.has(root) && !flow.imported.has(root)) || KEEPING_CLASSES.has(root)) return;
  refusals.push({
    start: node.start,
    message: `new ${path}(…) runs its argument at once and cannot wait for the tools this function calls: call the tools first, or write the script with \`await\`.`,
  });
}

function refuseOwner({ kind, node }: Fn, { start }: Node): Refusal | undefined {
  const inParameters = node !== undefined && node.body.start > start;
  switch (kind) {
    case "plain":
      return undefined;
    case "async":
    case "generator":
      if (!inParameters) return undefined;
      return {
        start,
        message: `A default value of ${kind === "async" ? "an async function" : "a generator"} cannot wait for a tool call: give the parameter its value in the body.`,
      };
    case "getter":
      return { start, message: "A getter cannot wait for a tool call: make it a method, and call it." };
    case "setter":
      return { start, message: "A setter cannot wait for a tool call: make it a method, and call it." };
    case "constructor":
      return {
        start,
        message:
          "A constructor cannot wait for a tool call: call the tool first and pass its result to `new`, or call it in a method.",
      };
    case "field":
      return {
        start,
        message:
          "A class field cannot wait for a tool call: call the tool before the class, or set the field in a method.",
      };
    case "static block":
      return { start, message: "A static block cannot wait for a tool call: call the tool before the class." };
  }
}

/** @returns the callee as `name` or `object.name`; "" for any other expression */
function pathOf(node: CallNode): string {
  const callee = plain(node.type === "TaggedTemplateExpression" ? node.tag : node.callee);
  if (callee.type === "Identifier") return String(callee["name"]);
  if (callee.type !== "MemberExpression" || callee["computed"]) return "";
  const object = plain(callee["object"]);
  return object.type === "Identifier" ? `${object["name"]}.${callee["property"].name}` : "";
}
