/**
 * Moves arguments that many tools share (`tenant`, `retry-delay`, … in 235 tools) into one object type: `Common &
 * { cluster: string }`. The compact phase then gives that object a name because it is used often.
 *
 * A group is the set of properties shared by ALL tools that have one certain property, so no tool gains or loses
 * a property. Groups are chosen greedily, the one that saves most first. Required properties stay in the signature.
 */
import type { ObjectType, Property, Type } from "./ir.ts";

/** Small groups (`owner`, `repo`) read better in place. */
const MIN_PROPERTIES = 3;
const MIN_GROUP_CHARS = 60;
const MIN_TOOLS = 3;
const MIN_SAVED_CHARS = 200;
const MAX_GROUPS = 12;
const MAX_GROUPS_PER_TOOL = 2;
/** How often a tool is asked for a property; the largest of 40 real catalogs needs 30,000. */
const MAX_STEPS = 1_000_000;
/** ` & Common2` */
const MENTION_CHARS = 10;

interface Tool {
  readonly type: ObjectType;
  /** Optional properties not yet in a group, by key. */
  readonly left: Map<string, Property>;
  readonly groups: ObjectType[];
}

/** @param keyOf returns equal keys for properties that may share one declaration */
export function groupProperties(types: readonly Type[], keyOf: (property: Property) => string): readonly Type[] {
  const tools = types.map((type): Tool | undefined => {
    if (type.kind !== "object" || type.rest) return undefined;
    const optional = type.properties.filter((property) => !property.isRequired);
    return { type, left: new Map(optional.map((property) => [keyOf(property), property])), groups: [] };
  });
  const active = tools.filter((tool) => tool !== undefined);
  const steps = { left: MAX_STEPS };
  for (let count = 0; count < MAX_GROUPS; count += 1) {
    const best = findBest(active, steps);
    if (!best) break;
    const [sample] = best.tools;
    if (!sample) break;
    const properties = best.keys.flatMap((key) => sample.left.get(key) ?? []);
    const group: ObjectType = { kind: "object", properties, rest: undefined, isClosed: false, hint: "Common" };
    for (const tool of best.tools) {
      tool.groups.push(group);
      for (const key of best.keys) tool.left.delete(key);
    }
  }
  return types.map((type, index) => {
    const tool = tools[index];
    if (!tool || tool.groups.length === 0) return type;
    const members: Type[] = [...tool.groups];
    const left = new Set(tool.left.values());
    const properties = tool.type.properties.filter((property) => property.isRequired || left.has(property));
    if (properties.length > 0) members.push({ ...tool.type, properties });
    const [only] = members;
    return members.length === 1 && only ? only : { kind: "intersection", members };
  });
}

interface Group {
  readonly keys: readonly string[];
  readonly tools: readonly Tool[];
}

function findBest(tools: readonly Tool[], steps: { left: number }): Group | undefined {
  const holders = new Map<string, Tool[]>();
  for (const tool of tools) {
    if (tool.groups.length >= MAX_GROUPS_PER_TOOL || tool.left.size < MIN_PROPERTIES) continue;
    for (const key of tool.left.keys()) {
      const list = holders.get(key);
      if (list) list.push(tool);
      else holders.set(key, [tool]);
    }
  }
  let best: Group | undefined;
  let bestSaved = MIN_SAVED_CHARS;
  // Properties of exactly the same tools lead to the same set.
  const tried = new Set<string>();
  for (const [seed, having] of holders) {
    const [first] = having;
    if (steps.left <= 0) break;
    if (!first || tried.has(seed) || having.length < MIN_TOOLS) continue;
    // A property is in the common set only if it is at least as frequent as this one.
    const keys = [...first.left.keys()].filter((key) => (holders.get(key)?.length ?? 0) >= having.length);
    if (keys.length < MIN_PROPERTIES) continue;
    const hasAll = (key: string): boolean =>
      having.every((tool) => {
        steps.left -= 1;
        return tool.left.has(key);
      });
    steps.left -= first.left.size;
    const common = keys.filter(hasAll);
    for (const key of common) if (holders.get(key)?.length === having.length) tried.add(key);
    const chars = common.reduce((sum, key) => sum + printedChars(first.left.get(key)), 0);
    const saved = (having.length - 1) * chars - having.length * MENTION_CHARS;
    if (common.length < MIN_PROPERTIES || chars < MIN_GROUP_CHARS || saved <= bestSaved) continue;
    best = { keys: common, tools: having };
    bestSaved = saved;
  }
  return best;
}

function printedChars(property: Property | undefined): number {
  return property ? property.name.length + 8 : 0;
}
