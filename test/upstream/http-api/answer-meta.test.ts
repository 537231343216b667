/** What scripts see of the status and the headers of an HTTP answer. */
import { expect, it } from "vitest";
import { MAX_SHOWN_HEADER_CHARS } from "../../../src/limits/api-limits.ts";
import { metaOf } from "../../../src/upstream/http-api/answer-meta.ts";

it.each([
  { title: "a mark for If-Match", given: { ETag: '"v7"' }, want: { etag: '"v7"' } },
  { title: "the address of a job", status: 202, given: { Location: "/jobs/77" }, want: { location: "/jobs/77" } },
  {
    title: "a header that is described",
    given: { "X-RateLimit-Remaining": "4", "X-Other": "1" },
    want: { "x-ratelimit-remaining": "4" },
  },
  {
    title: "no session and no challenge, although they are described",
    given: { "Set-Cookie": "session=1", "WWW-Authenticate": "Basic" },
    want: {},
  },
  { title: "no part of a header", given: { Link: "x".repeat(MAX_SHOWN_HEADER_CHARS + 1) }, want: {} },
])("$title", ({ status = 200, given, want }) => {
  const response = new Response(null, { status, headers: new Headers(given as unknown as Record<string, string>) });
  const described = ["X-RateLimit-Remaining", "Set-Cookie", "www-authenticate"];
  expect(metaOf(response, described)).toStrictEqual({ http: { status, headers: want } });
});
