/** The capabilities that upstreams are told of: what a person, and the client of a direct call, can be asked for. */
import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/client";
import { ABILITY_METHODS, type ClientAbility } from "../../lib/client-ability.ts";
import type { CallPerson } from "../call-person.ts";

const FORMS = { elicitation: { form: {}, url: {} } };

/** The capabilities of a connection: a 2025-era upstream is told once, for all calls. @param permitted by gateway.json */
export function connectionCapabilities(asksPersons: boolean, permitted: readonly ClientAbility[]): object {
  return asksPersons ? { ...FORMS, ...abilitiesIn(permitted) } : {};
}

/** The capabilities of one call, for `_meta` of a request to a 2026-07-28 upstream. */
export function callCapabilities(person: CallPerson | undefined): Readonly<Record<string, object>> {
  const forms = person?.showsForms === true ? FORMS : {};
  return { [CLIENT_CAPABILITIES_META_KEY]: { ...forms, ...abilitiesIn(person?.offered ?? []) } };
}

/** The method of each ability, for the handlers of requests that a 2025-era upstream sends. */
export function methodsOf(permitted: readonly ClientAbility[]) {
  return permitted.map((ability) => [ability, ABILITY_METHODS[ability]] as const);
}

function abilitiesIn(abilities: readonly ClientAbility[]): object {
  return Object.fromEntries(abilities.map((ability) => [ability, {}]));
}
