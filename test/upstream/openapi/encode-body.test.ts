/** Bodies of requests, where no server is needed to tell one from another. */
import { expect, it } from "vitest";
import { rawNumber } from "../../../src/lib/exact-json.ts";
import { encodeBody } from "../../../src/upstream/openapi/encode-body.ts";
import { UnusableArgument } from "../../../src/upstream/unusable-argument.ts";

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

it.each(["application/xml", "text/csv"])("has no object in a part that is %s", (contentType) => {
  const plan = { contentType: "multipart/form-data", encoding: "multipart", parts: { p: { contentType } } } as const;
  const encode = (p: unknown) => encodeBody(plan, { p }, "POST", new Set(["p"]));
  expect(() => encode({ a: 1 })).toThrow(UnusableArgument);
  expect(() => encode({ a: 1 })).toThrow(`args.p is sent as ${contentType}, and must be given as the text of that`);
  expect(encode("<a/>")).toBeDefined();
});

it.each([
  { name: "photo", contentType: "image/png", want: 'filename="photo.png"' },
  { name: "photo", contentType: "image/png, image/jpeg", want: 'filename="photo.png"' },
  { name: "photo", contentType: "application/x-own", want: 'filename="photo"' },
  { name: "a.csv", contentType: "text/csv", want: 'filename="a.csv"' },
])("names the file of $name as $contentType is named", ({ name, contentType, want }) => {
  const plan = {
    contentType: "multipart/form-data",
    encoding: "multipart",
    files: [name],
    parts: { [name]: { contentType } },
  } as const;
  const body = encodeBody(plan, { [name]: btoa("x") }, "POST", new Set([name]));
  expect(new TextDecoder().decode(body?.content as Uint8Array<ArrayBuffer>)).toContain(want);
});
