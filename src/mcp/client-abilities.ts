/** Reads from the capabilities of a client whether it shows forms to its user, and which requests it answers itself. */
import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { CLIENT_ABILITIES, type DirectClient, type ClientAbility } from "../lib/client-ability.ts";

const able = z.looseObject({
  elicitation: z.looseObject({ form: z.looseObject({}).optional(), url: z.looseObject({}).optional() }),
});

/** @returns how a 2026-07-28 client can ask its user */
export function modernAbility(ctx: ServerContext): "form" | "url" | undefined {
  return abilityOf(modernCapabilities(ctx));
}

/** @returns what a 2026-07-28 client answers itself; none for a client of 2025 */
export function modernAbilities(ctx: ServerContext): readonly ClientAbility[] {
  return abilitiesOf(modernCapabilities(ctx));
}

/** @returns what a 2026-07-28 client declares with each request, which nothing has checked; undefined for a client of 2025 */
export function modernCapabilities({ mcpReq }: ServerContext): unknown {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY];
}

/** An empty `elicitation` means forms, as before the mode "url" existed. */
export function abilityOf(capabilities: unknown): "form" | "url" | undefined {
  const read = able.safeParse(capabilities);
  if (!read.success) return undefined;
  const { form, url } = read.data.elicitation;
  return form !== undefined || url === undefined ? "form" : "url";
}

/** @returns undefined for a client that answers nothing itself */
export function directClient(
  server: Server,
  ctx: ServerContext,
  session: string | undefined,
): DirectClient | undefined {
  const isModern = session === undefined;
  const capabilities = isModern ? modernCapabilities(ctx) : server.getClientCapabilities();
  const abilities = abilitiesOf(capabilities);
  return abilities.length === 0 ? undefined : { abilities, showsForms: abilityOf(capabilities) === "form", isModern };
}

export function abilitiesOf(capabilities: unknown): readonly ClientAbility[] {
  if (capabilities === null || typeof capabilities !== "object") return [];
  const declared = capabilities as Readonly<Record<string, unknown>>;
  return CLIENT_ABILITIES.filter((ability) => typeof declared[ability] === "object" && declared[ability] !== null);
}
