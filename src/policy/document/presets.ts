/** Predefined rules over tiers, for a deployment that has no rules of its own yet. */
import type { Preset, Tier } from "./document.ts";

type PresetVerdict = "allow" | "ask" | "deny";

export function presetVerdict(preset: Preset, tier: Tier): PresetVerdict {
  switch (preset) {
    case "read-only":
      return tier === "read" ? "allow" : "deny";
    case "ask-before-write":
      return tier === "read" ? "allow" : "ask";
    case "ask-before-destructive":
      return tier === "read" || tier === "write" ? "allow" : "ask";
  }
}
