/**
 * The tier of a tool as `tiers` of the document corrects it. An entry of one tool goes before a glob (which `search` is, too: `*.search`), and among several of the same kind the
 * worst tier decides: JSON gives the order of keys no meaning, so it has none here.
 */
import type { Tier } from "./document/document.ts";
import { worstTier } from "./tiers.ts";
import { toolPattern, type OriginalPaths, type ToolPattern } from "./values/tool-pattern.ts";

export interface CorrectedTier {
  readonly tier: Tier;
  /** The key under `tiers` that has decided; absent where the tool's definition has. */
  readonly entry?: string;
}

/** @param own the tier that follows from the tool's definition */
type CorrectTier = (path: string, own: Tier) => CorrectedTier;

interface Entry {
  readonly pattern: ToolPattern;
  readonly tier: Tier;
}

export function compileTiers(tiers: Readonly<Record<string, Tier>>, originals: OriginalPaths): CorrectTier {
  const entries = Object.entries(tiers).map(([name, tier]): Entry => ({ pattern: toolPattern(name), tier }));
  return (path, own) => {
    const exact = firstOf(entries.filter(({ pattern }) => pattern.names(path)));
    // An entry for a tool that is only spelled alike never makes the tier of this one milder.
    const alike = entries.filter((entry) => !entry.pattern.names(path) && isOf(entry, path));
    // A tier that the document gives to the shown name does not count again for the original name.
    const others = originals(path).map((original) =>
      firstOf(entries.filter((entry) => isOf(entry, original) && !isOf(entry, path))),
    );
    const first: CorrectedTier = exact === undefined ? { tier: own } : decidedBy(exact);
    return worstOf([first, ...[...alike, ...others].flatMap((entry) => (entry === undefined ? [] : decidedBy(entry)))]);
  };
}

/** An entry with a mild tier allows, and allows only tools of exactly the written name; one with a worse tier restricts tools that are spelled alike, too. */
function isOf({ pattern, tier }: Entry, path: string): boolean {
  return tier === "read" || tier === "write" ? pattern.names(path) : pattern.matches(path);
}

/** @param entries of one tool @returns the one that goes before the others */
function firstOf(entries: readonly Entry[]): Entry | undefined {
  const exact = entries.filter(({ pattern }) => pattern.text.includes(".") && !pattern.text.includes("*"));
  const [first, ...rest] = exact.length > 0 ? exact : entries;
  return first && worstOf([first, ...rest]);
}

function decidedBy({ pattern, tier }: Entry): CorrectedTier {
  return { tier, entry: pattern.text };
}

/** @returns the first of those with the worst tier */
function worstOf<T extends { readonly tier: Tier }>([first, ...rest]: readonly [T, ...T[]]): T {
  return rest.reduce((one, other) => (worstTier([one.tier, other.tier]) === one.tier ? one : other), first);
}
