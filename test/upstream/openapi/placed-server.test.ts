/** Servers of paths and operations beside `base_url`: what is moved to it, what is below it, and what stays elsewhere. */
import { expect, it } from "vitest";
import { placeServer, placedAddress } from "../../../src/upstream/openapi/placed-server.ts";

const REAL = "https://api.example.com/api/v1";
const TEST = "https://test.example/api/v1?key=1";

it.each([
  { base: TEST, servers: [REAL], own: undefined, want: TEST },
  { base: TEST, servers: [REAL], own: "https://api.example.com/api/v2", want: "https://test.example/api/v2?key=1" },
  { base: TEST, servers: [REAL], own: REAL, want: TEST },
  { base: TEST, servers: ["/api/v1"], own: "/api/v2", want: "https://test.example/api/v2?key=1" },
  { base: TEST, servers: [REAL], own: "/api/v2", want: "https://test.example/api/v2?key=1" },
  { base: TEST, servers: [], own: "/api/v2", want: "https://test.example/api/v1/api/v2?key=1" },
  {
    base: "http://test.example/echo/api/v1",
    servers: ["/api/v1"],
    own: "/api/v2",
    want: "http://test.example/echo/api/v2",
  },
  {
    base: "http://test.example/other",
    servers: [REAL],
    own: "https://api.example.com/v2",
    want: "http://test.example/v2",
  },
  // Every server of the description is one that base_url stands for.
  {
    base: TEST,
    servers: ["https://staging.example/", REAL],
    own: "https://api.example.com/v2",
    want: "https://test.example/api/v1/v2?key=1",
  },
  {
    base: TEST,
    servers: [REAL],
    own: "https://uploads.example.com/v1",
    want: "https://uploads.example.com/v1",
    isForeign: true,
  },
  { base: TEST, servers: [REAL], own: "https://test.example/up", want: "https://test.example/up?key=1" },
  { base: TEST, servers: [REAL], own: "https://{region}.example.com/up", want: TEST },
])("$own of $servers with $base", ({ base, servers, own, want, isForeign }) => {
  for (const from of [undefined, new URL("https://docs.example/openapi.json")]) {
    const placed = placeServer(new URL(base), servers, own, from);
    expect(placedAddress(new URL(base), placed).href).toBe(want);
    expect(placed.isForeign).toBe(isForeign);
    expect(JSON.stringify(placed)).not.toContain("key=1");
  }
});
