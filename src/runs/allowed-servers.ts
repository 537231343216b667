/** `options.allowed_servers`: names from gateway.json or identifiers; an empty list allows all. */
export function isAllowed(
  server: { readonly name: string; readonly identifier: string },
  allowed: readonly string[],
): boolean {
  return allowed.length === 0 || allowed.includes(server.name) || allowed.includes(server.identifier);
}
