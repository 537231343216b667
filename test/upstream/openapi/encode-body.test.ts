/** Bodies of requests, where no server is needed to tell one from another. */
import { expect, it } from "vitest";
import { rawNumber } from "../../../src/lib/exact-json.ts";
import { encodeBody } from "../../../src/upstream/openapi/encode-body.ts";

it("gives the parts of a list one type, however long its integers are", () => {
  const plan = { contentType: "multipart/form-data", encoding: "multipart" } as const;
  const body = encodeBody(plan, { ids: [rawNumber("9007199254740993"), 2] }, "POST", new Set(["ids"]));
  const text = new TextDecoder().decode(body?.content as Uint8Array<ArrayBuffer>);
  const parts = text.split(/--isogate-[0-9a-f-]{36}/).map((part) => part.trim());
  expect(parts).toStrictEqual([
    "",
    'Content-Disposition: form-data; name="ids"\r\n\r\n9007199254740993',
    'Content-Disposition: form-data; name="ids"\r\n\r\n2',
    "--",
  ]);
});
