/** The catalogs in a Worker's memory, which principals share. */
import { expect, it } from "vitest";
import { catalogOf } from "../../src/catalog/catalog-cache.ts";
import type { Snapshot } from "../../src/catalog/snapshot.ts";

function snapshot(name: string): Snapshot {
  const hash = "list-of-the-cache-test";
  return {
    servers: [{ name, identifier: "my_notes", status: "ready", hash }],
    lists: { [hash]: [{ name: "read" }] },
    scripts: [],
  } as unknown as Snapshot;
}

it("keeps servers apart whose names are written alike in scripts", () => {
  for (const name of ["my-notes", "my_notes"]) {
    const [server] = catalogOf(snapshot(name))?.servers ?? [];
    expect(server).toMatchObject({ name, identifier: "my_notes" });
  }
});
