/** Failures that a gateway reports: its details name paths of REST, and the command names commands. */
import { expect, it } from "vitest";
import { failureOf } from "../../src/cli/gateway-failure.ts";

it.each([
  {
    given: "There is no schedule nope; GET /api/v1/schedules lists them.",
    want: "There is no schedule nope; isogate schedules list shows them.",
  },
  {
    given: "There is no key with this id; GET /api/v1/keys lists them.",
    want: "There is no key with this id; isogate keys list shows them.",
  },
  {
    given: "No definition of shop.nope is recorded; GET /api/v1/pins lists the recorded ones.",
    want: "No definition of shop.nope is recorded; isogate pins list --all shows the recorded ones.",
  },
  {
    given: "The input was too long to be recorded. Send it again with POST /api/v1/code/exec.",
    want: "The input was too long to be recorded. Send it again with isogate code exec.",
  },
  {
    given: "docs has no sign-in. GET /api/v1/upstreams shows its credential.",
    want: "docs has no sign-in. isogate upstreams list shows its credential.",
  },
])("says $want", ({ given, want }) => {
  const body = JSON.stringify({ code: "NOT_FOUND", detail: given });
  const { message } = failureOf({ url: "http://127.0.0.1:8787" }, 404, body);
  expect(message).toBe(`${want} (request to http://127.0.0.1:8787)`);
});
