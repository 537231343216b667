// `fetch` of a script that may not fetch; stands in place of outside.js.

export function createOutside() {
  /** @param {Request} request */
  return async ({ url }) => {
    throw new TypeError(
      `A script has no network, so ${url.slice(0, 500)} cannot be fetched: call tools instead (search_tools lists them). An admin can allow hosts in gateway.json, like "fetch": {"allow": ["api.example.com"]}; where that is done, your credentials or the policy do not allow it: a key needs the server "fetch" and more than the access "read". Only http://localhost/mcp/… is answered, by the gateway.`,
    );
  };
}
