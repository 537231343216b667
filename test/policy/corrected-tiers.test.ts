/** The order of the entries under `tiers` has no meaning: one without `*` goes before a glob, and among several of a kind the worst decides. */
import { expect, it } from "vitest";
import { compilePolicy } from "../../src/policy/compile.ts";
import type { Tier } from "../../src/policy/document/document.ts";
import { accepted, decideWith } from "./support/decide-with.ts";

type Tiers = Readonly<Record<string, Tier>>;

const reversed = (tiers: Tiers) => Object.fromEntries(Object.entries(tiers).toReversed());
const corrected = (tiers: Tiers, own: Tier) =>
  compilePolicy(accepted({ version: "1", default: "allow", tiers }))
    .rulesFor("out.deleteRepo")
    .correctTier(own);

it.each<{ tiers: Tiers; own?: Tier; want: Tier; entry?: string }>([
  { tiers: { "out.*": "read", "out.deleteRepo": "destructive" }, want: "destructive", entry: "out.deleteRepo" },
  { tiers: { "out.*": "destructive", "out.deleteRepo": "read" }, want: "read", entry: "out.deleteRepo" },
  { tiers: { "out.*": "read", deleteRepo: "destructive" }, want: "destructive", entry: "deleteRepo" },
  { tiers: { deleteRepo: "write", "out.deleteRepo": "read" }, want: "read", entry: "out.deleteRepo" },
  { tiers: { "out.*": "destructive", deleteRepo: "read" }, want: "destructive", entry: "out.*" },
  { tiers: { "out.*": "read", "out.delete*": "execute", "*": "write" }, want: "execute", entry: "out.delete*" },
  { tiers: { "*": "read" }, own: "financial", want: "read", entry: "*" },
  // Spelled alike: it restricts, and allows nothing.
  { tiers: { "out.*": "read", "out.delete_repo": "destructive" }, want: "destructive", entry: "out.delete_repo" },
  { tiers: { "out.delete_repo": "read" }, own: "destructive", want: "destructive" },
  { tiers: { "in.*": "read" }, own: "destructive", want: "destructive" },
])("$tiers in any order: $want", ({ tiers, own = "write", want, entry }) => {
  const decided = { tier: want, ...(entry !== undefined && { entry }) };
  expect(corrected(tiers, own)).toStrictEqual(decided);
  expect(corrected(reversed(tiers), own)).toStrictEqual(decided);
});

it("has a preset ask for the tool that a glob before it calls a reading one", () => {
  const tiers: Tiers = { "out.*": "read", "out.deleteRepo": "destructive" };
  const preset = { version: "1", default: "allow", preset: "ask-before-destructive" };
  for (const one of [tiers, reversed(tiers)]) {
    const document = { ...preset, tiers: one };
    expect(decideWith(document, { path: "out.deleteRepo" })).toMatchObject({ verdict: "ask", rule: "/preset" });
    expect(decideWith(document, { path: "out.list", tier: "destructive" })).toMatchObject({ verdict: "allow" });
  }
});
