/** Requests that cannot be built say which argument is the reason. */
import { describe, expect, it } from "vitest";
import { buildRequest } from "../../../src/upstream/openapi/build-request.ts";
import { UnusableArgument } from "../../../src/upstream/unusable-argument.ts";

it.each(["X Name", "x:name"])("refuses the value of a header with the name %j", (name) => {
  const plan = { method: "GET", path: "/a", parameters: [{ argument: "given", in: "header", name }] } as const;
  const build = () => buildRequest(plan, new URL("http://api.example/"), { given: "1" }, new Set());
  expect(build).toThrow(UnusableArgument);
  expect(build).toThrow("is sent as a header whose name HTTP does not allow");
});

const inQuery = (...names: readonly string[]) => names.map((argument) => ({ argument, in: "query" }) as const);

it("sends what only begins like a parameter that gateway.json fixes", () => {
  const plan = { method: "GET", path: "/a", parameters: inQuery("filter[status]", "filter[owner]", "page") } as const;
  const base = new URL("http://api.example/?filter[tenant]=acme&page_size=3");
  const { url } = buildRequest(plan, base, { "filter[status]": "open", "filter[owner]": "me", page: 2 }, new Set());
  expect([...url.searchParams]).toStrictEqual([
    ["filter[tenant]", "acme"],
    ["page_size", "3"],
    ["filter[status]", "open"],
    ["filter[owner]", "me"],
    ["page", "2"],
  ]);
});

it.each([
  { fixed: "page=9", name: "page[number]" },
  { fixed: "filter[tenant]=acme", name: "filter" },
])("refuses $name where the request has $fixed", ({ fixed, name }) => {
  const plan = { method: "GET", path: "/a", parameters: inQuery(name) } as const;
  const build = () => buildRequest(plan, new URL(`http://api.example/?${fixed}`), { [name]: "2" }, new Set());
  expect(build).toThrow(UnusableArgument);
  expect(build).toThrow(`args.${name} must not be sent as ${JSON.stringify(name)}`);
});

it.each([
  { fixed: "page=9", name: "page" },
  { fixed: "api_key=1", name: "Api.Key" },
])("does not send $name where the request has $fixed, also not in its body", ({ fixed, name }) => {
  const body = { contentType: "application/json", encoding: "json" } as const;
  const plan = { method: "POST", path: "/a", parameters: inQuery(name), body } as const;
  const built = buildRequest(plan, new URL(`http://api.example/?${fixed}`), { [name]: "2", a: 1 }, new Set());
  expect(built.url.search).toBe(`?${fixed}`);
  expect(built.body?.content).toBe('{"a":1}');
});

it("has a parameter once that the path has in a query of its own", () => {
  const plan = { method: "GET", path: "/a?fixed=1", parameters: inQuery("Fixed", "other") } as const;
  const build = (given: Record<string, string>) =>
    buildRequest(plan, new URL("http://api.example/"), given, new Set()).url.search;
  expect(build({ other: "2" })).toBe("?fixed=1&other=2");
  expect(build({ Fixed: "2", other: "2" })).toBe("?fixed=1&other=2");
});

it("refuses a cookie that the headers of gateway.json have", () => {
  const parameters = [{ argument: "more", in: "cookie" }] as const;
  const plan = { method: "GET", path: "/a", parameters } as const;
  const build = (more: object) => {
    const headers = new Headers({ cookie: "theme=dark; sid=1" });
    return buildRequest(plan, new URL("http://api.example/"), { more }, new Set(), headers);
  };
  expect(() => build({ sid: "2" })).toThrow('args.more must not be sent as "sid"');
  expect(build({ lang: "en" }).headers.get("cookie")).toBe("lang=en");
});

describe("a parameter with a media type", () => {
  it.each([
    { contentType: "text/plain", given: "abc d", want: "?v=abc%20d" },
    { contentType: "text/plain; charset=utf-8", given: 7, want: "?v=7" },
    { contentType: "application/json", given: "abc d", want: "?v=%22abc%20d%22" },
    { contentType: "application/vnd.api+json", given: { a: 1 }, want: "?v=%7B%22a%22%3A1%7D" },
    {
      contentType: "application/x-www-form-urlencoded",
      given: { a: "b c", list: [1, 2], none: null },
      want: `?v=${encodeURIComponent("a=b%20c&list=1&list=2")}`,
    },
    { contentType: "application/xml", given: "<a/>", want: "?v=%3Ca%2F%3E" },
  ])("is written as $contentType: $given", ({ contentType, given, want }) => {
    const plan = { method: "GET", path: "/a", parameters: [{ argument: "v", in: "query", contentType }] } as const;
    expect(buildRequest(plan, new URL("http://api.example/"), { v: given }, new Set()).url.search).toBe(want);
  });

  it("is a text without quotes in a header", () => {
    const parameters = [{ argument: "X-V", in: "header", contentType: "text/plain" }] as const;
    const plan = { method: "GET", path: "/a", parameters } as const;
    const { headers } = buildRequest(plan, new URL("http://api.example/"), { "X-V": "abc" }, new Set());
    expect(headers.get("x-v")).toBe("abc");
  });

  it.each(["application/xml", "text/csv"])("is no object as %s", (contentType) => {
    const plan = { method: "GET", path: "/a", parameters: [{ argument: "v", in: "query", contentType }] } as const;
    const build = () => buildRequest(plan, new URL("http://api.example/"), { v: { a: 1 } }, new Set());
    expect(build).toThrow(UnusableArgument);
    expect(build).toThrow(
      `args.v is sent as ${contentType}, and must be given as text of that type. Nothing was sent.`,
    );
  });
});

it.each([
  { accept: undefined, given: {}, want: null },
  {
    accept: ["text/csv", "application/pdf"],
    given: {},
    want: "text/csv, application/pdf, application/json;q=0.5, */*;q=0.1",
  },
  { accept: ["text/csv"], given: { Accept: "image/png" }, want: "image/png" },
])("asks for $accept, given $given", ({ accept, given, want }) => {
  const parameters = [{ argument: "Accept", in: "header" }] as const;
  const plan = { method: "GET", path: "/a", parameters, ...(accept && { accept }) };
  expect(buildRequest(plan, new URL("http://api.example/"), given, new Set()).headers.get("accept")).toBe(want);
});

describe("bytes", () => {
  const types = ["image/png", "image/*", "application/pdf"];
  const one = { encoding: "base64", argument: "body", types } as const;
  const others = [
    { ...one, contentType: "application/pdf" },
    { contentType: "text/csv", encoding: "text", argument: "body" } as const,
  ];
  const body = { ...one, contentType: "image/png", others, typeArgument: "contentType" } as const;
  const plan = { method: "PUT", path: "/a", parameters: [], body } as const;
  it.each([
    { given: { body: "AAE=" }, want: "image/png" },
    { given: { body: "AAE=", contentType: "application/pdf" }, want: "application/pdf" },
    { given: { body: "data:image/jpeg;name=a.jpg;base64,AAE=" }, want: "image/jpeg" },
    { given: { body: "data:application/pdf;base64,AAE=" }, want: "application/pdf" },
    { given: { body: "data:text/html;base64,AAE=" }, want: "image/png" },
    { given: { body: "data:image/jpeg;base64,AAE=", contentType: "application/pdf" }, want: "application/pdf" },
  ])("are sent as $want: $given", ({ given, want }) => {
    const built = buildRequest(plan, new URL("http://api.example/"), given, new Set());
    expect(built.body).toStrictEqual({ contentType: want, content: new Uint8Array([0, 1]) });
    expect(built.headers.get("content-type")).toBe(want);
  });
});

describe("a parameter of several segments", () => {
  const parameters = [{ argument: "proxy", in: "path", hasSegments: true }] as const;
  const path = (proxy: unknown) =>
    buildRequest(
      { method: "GET", path: "/a/{proxy}/z", parameters },
      new URL("http://api.example/v1"),
      { proxy },
      new Set(),
    ).url.pathname;
  it("has its slashes, and nothing else that is not encoded", () => {
    expect(path("b/c d?/%2e%2e/ü")).toBe("/v1/a/b/c%20d%3F/%252e%252e/%C3%BC/z");
  });

  it.each(["/b", "b/", "b//c", "/", "b/../c", "..", "./b", ""])("refuses %j", (proxy) => {
    expect(() => path(proxy)).toThrow(UnusableArgument);
    expect(() => path(proxy)).toThrow("args.proxy ");
  });
});
