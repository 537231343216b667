import { describe, expect, it } from "vitest";
import { goldenCatalogs, goldenRequests } from "./golden.ts";

const tools = goldenCatalogs().flatMap((catalog) => catalog.tools.map((tool) => ({ server: catalog.name, tool })));
const paths = new Set(tools.map(({ server, tool }) => `${server}.${tool.name}`));
const plain = (text: string): string => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(" ");
const first = (path: string): string => path.slice(0, path.indexOf("."));

describe("golden set", () => {
  it("names only tools that exist", () => {
    const unknown = goldenRequests.flatMap(({ want }) => want).filter((path) => !paths.has(path));
    expect(unknown).toEqual([]);
  });

  it("has one to eight distinct right answers for every request", () => {
    const odd = goldenRequests.filter(({ want }) => {
      return want.length === 0 || want.length > 8 || new Set(want).size !== want.length;
    });
    expect(odd).toEqual([]);
  });

  it("asks nothing twice", () => {
    const asked = goldenRequests.map(({ request }) => plain(request));
    expect(asked.filter((text, index) => asked.indexOf(text) !== index)).toEqual([]);
  });

  it("copies no tool name", () => {
    const names = new Set(tools.flatMap(({ server, tool }) => [plain(tool.name), plain(`${server} ${tool.name}`)]));
    expect(goldenRequests.filter(({ request }) => names.has(plain(request)))).toEqual([]);
    const literal = /^[A-Za-z0-9]+(?:[-_]+[A-Za-z0-9]+)+$/;
    const long = new Set(tools.map(({ tool }) => tool.name).filter((name) => literal.test(name)));
    const copied = goldenRequests.filter(({ request }) => request.split(/\s+/).some((word) => long.has(word)));
    expect(copied).toEqual([]);
  });

  it("covers at least 25 servers", () => {
    const servers = new Set(goldenRequests.flatMap(({ want }) => want.map(first)));
    expect(servers.size).toBeGreaterThanOrEqual(25);
  });

  it("splits into two halves of at least 100, alike for every server", () => {
    const balance = new Map<string, number>();
    for (const { want, split } of goldenRequests) {
      const server = first(want[0] ?? "");
      balance.set(server, (balance.get(server) ?? 0) + (split === "tune" ? 1 : -1));
    }
    expect([...balance].filter(([, difference]) => Math.abs(difference) > 1)).toEqual([]);
    const tune = goldenRequests.filter(({ split }) => split === "tune").length;
    expect(tune).toBeGreaterThanOrEqual(100);
    expect(goldenRequests.length - tune).toBeGreaterThanOrEqual(100);
  });
});
