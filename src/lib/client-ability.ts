/**
 * Abilities that the client of a direct call can offer to upstreams beside asking its user: it lets its model answer (sampling), and names the
 * folders that it works in (roots). The protocol deprecates both.
 */
export const CLIENT_ABILITIES = ["sampling", "roots"] as const;
export type ClientAbility = (typeof CLIENT_ABILITIES)[number];

export const ABILITY_METHODS = { sampling: "sampling/createMessage", roots: "roots/list" } as const;

/** The client of a direct call, as far as upstreams may ask it. */
export interface DirectClient {
  readonly abilities: readonly ClientAbility[];
  readonly showsForms: boolean;
  /** A client of 2026-07-28 answers all requests at once when its call has ended; one of 2025 answers each by itself, also while its call is open. */
  readonly isModern: boolean;
}
