/** Bodies of requests, where no server is needed to tell one from another. */
import { describe, expect, it } from "vitest";
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
  expect(() => encode({ a: 1 })).toThrow(`args.p is sent as ${contentType}, and must be given as text of that type`);
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

describe("a file that is a data URL", () => {
  const plan = {
    contentType: "multipart/form-data",
    encoding: "multipart",
    files: ["f"],
    parts: { f: { contentType: "image/png" } },
  } as const;
  const encode = (url: string) => {
    const body = encodeBody(plan, { f: url }, "POST", new Set(["f"]));
    return new TextDecoder().decode(body?.content as Uint8Array<ArrayBuffer>);
  };

  it.each([
    { url: "data:text/csv;name=a%20b.csv;base64,", want: 'filename="a b.csv"\r\nContent-Type: text/csv' },
    { url: "data:;name=cat.jpeg;base64,", want: 'filename="cat.jpeg"\r\nContent-Type: image/png' },
    { url: "DATA:text/csv;charset=utf-8;BASE64,", want: 'filename="f.csv"\r\nContent-Type: text/csv' },
    { url: 'data:; name="a,b.csv"; base64,', want: 'filename="a,b.csv"\r\nContent-Type: image/png' },
    { url: "data:;name=a%22b.txt;base64,", want: 'filename="a%22b.txt"\r\nContent-Type: image/png' },
  ])("$url says the file's name and media type", ({ url, want }) => {
    expect(encode(url + btoa("bytes"))).toContain(`${want}\r\n\r\nbytes\r\n`);
  });

  it.each([
    {
      url: "data:text/csv,a,b",
      words: "args.f is a data URL without base64; it must begin like data:text/csv;base64,",
    },
    { url: "data:text/csv;base64", words: "without base64" },
    { url: "data:text/csv;base64,no base64", words: "args.f must be base64 with its padding" },
    { url: "data:a\r\nX-Y: z/b;base64,eA==", words: "is not a media type" },
    { url: "data:text/csv, text/html;base64,eA==", words: "is not a media type" },
    {
      url: "data:;name=..%2fetc%2fpasswd;base64,eA==",
      words: 'whose name "..%2fetc%2fpasswd" is not a URL-encoded name',
    },
    { url: "data:;filename=a%22%0Db.txt;base64,eA==", words: "invisible characters" },
    { url: "data:;name=..;base64,eA==", words: "is not a URL-encoded name" },
    { url: "data:;name=a%E2%80%AEgpj.exe;base64,eA==", words: "invisible characters" },
    { url: "data:;name=%;base64,eA==", words: 'whose name "%" is not' },
    { url: `data:;name=${"a".repeat(256)};base64,eA==`, words: "at most 255 characters" },
  ])("$url is refused", ({ url, words }) => {
    expect(() => encode(url)).toThrow(words);
  });
});

it.each([
  { mayBeAbsent: true as const, given: {}, want: undefined },
  { mayBeAbsent: true as const, given: { a: 1 }, want: '{"a":1}' },
  { mayBeAbsent: undefined, given: {}, want: "{}" },
])("sends $want of $given, where a body may be absent: $mayBeAbsent", ({ mayBeAbsent, given, want }) => {
  const plan = { contentType: "application/json", encoding: "json", ...(mayBeAbsent && { mayBeAbsent }) } as const;
  expect(encodeBody(plan, given, "POST", new Set(["a"]))?.content).toBe(want);
});

it.each([
  { given: ["a", 1, { b: null }], want: ['"a"', "1", '{"b":null}'] },
  { given: '{"a":1}', want: ['{"a":1}'] },
])("writes the items of a list as JSON where their parts are: $given", ({ given, want }) => {
  const parts = { p: { contentType: "application/json" } };
  const plan = { contentType: "multipart/form-data", encoding: "multipart", parts } as const;
  const body = encodeBody(plan, { p: given }, "POST", new Set(["p"]));
  const text = new TextDecoder().decode(body?.content as Uint8Array<ArrayBuffer>);
  const head = 'Content-Disposition: form-data; name="p"\r\nContent-Type: application/json\r\n\r\n';
  const sent = text.split(/--isogate-[0-9a-f-]{36}/).map((part) => part.trim());
  expect(sent).toStrictEqual(["", ...want.map((one) => head + one), "--"]);
});
