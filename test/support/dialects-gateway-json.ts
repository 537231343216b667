/** The gateway.json for tests of dialects; two of its servers have names that other systems use themselves. */
export function dialectsGatewayJson(samples: string, everything: string): string {
  const url = (name: string) => ({ type: "http", url: `${samples}/${name}` });
  return JSON.stringify({
    mcpServers: {
      notes: { type: "local" },
      everything: { type: "http", url: everything },
      gmail: url("gmail"),
      "google-drive": url("google-drive"),
      calendar: url("calendar"),
      tracker: url("tracker"),
      helpdesk: url("helpdesk"),
      docs: url("docs"),
      // The gateway calls it my-garden-B-ro, and scripts my_garden_B_ro.
      "my garden/Büro": url("garden"),
      mcp: { type: "http", url: "http://127.0.0.1:9/mcp" },
    },
  });
}
