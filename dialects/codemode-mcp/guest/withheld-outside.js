// `fetch` of a script that may not fetch although its gateway allows hosts; stands in place of outside.js.

export function createOutside() {
  /** @param {Request} request */
  return async ({ url }) => {
    throw new TypeError(
      `This script has no network, so ${url.slice(0, 500)} cannot be fetched: call tools instead (search_tools lists them). The gateway allows some hosts, but your credentials or the policy do not allow it: a key needs the server "fetch" and more than the access "read".`,
    );
  };
}
