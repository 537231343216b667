import { expect, test } from "vitest";
import { search } from "../../../src/catalog/search/index.ts";
import { join, partOf } from "./build-index.ts";
import { servers, tool } from "./catalog.ts";

const index = join(servers.map(partOf));

function best(request: string): string | undefined {
  const [hit] = search(index, request, { limit: 1 }).hits;
  return hit && `${hit.server}.${hit.tool}`;
}

test.each([
  // Words of the name, in any form.
  { request: "create an issue", want: "tracker.create_issue" },
  { request: "listing the issues of my repository", want: "tracker.list_issues" },
  { request: "createIssue", want: "tracker.create_issue" },
  { request: "key vault secrets", want: "cloud.keyvault_secret_get" },
  // What people say for what APIs call it.
  { request: "file a bug", want: "tracker.create_issue" },
  { request: "Could you please raise a ticket about the login page?", want: "tracker.create_issue" },
  { request: "open a PR", want: "tracker.create_pull_request" },
  { request: "kick off the workflow", want: "tracker.run_workflow" },
  { request: "who changed this file", want: "tracker.list_commits" },
  { request: "tail the app logs", want: "cloud.app_logs_get" },
  { request: "text someone that I am late", want: "cloud.sms_send" },
  { request: "drop Anna an email", want: "office.send_mail" },
  { request: "email anna the report", want: "office.send_mail" },
  { request: "anything new in my inbox?", want: "office.list_mail_messages" },
  { request: "put a meeting on my calendar", want: "office.create_calendar_event" },
  { request: "which tabs does the spreadsheet have", want: "office.list_worksheets" },
  { request: "show me my k8s cluster", want: "cloud.kubernetes_cluster_get" },
  { request: "grab a pic of the page", want: "browser.take_screenshot" },
  { request: "open https://example.com/a?b=c", want: "browser.navigate" },
  // The action decides between tools for one object.
  { request: "spin up a VM", want: "cloud.vm_create" },
  { request: "get rid of the VM", want: "cloud.vm_delete" },
  { request: "which VMs do we have", want: "cloud.vm_list" },
  { request: "call off the appointment", want: "office.delete_calendar_event" },
])("$request", ({ request, want }) => {
  expect(best(request)).toBe(want);
});

test.each([
  { request: "paint it in mauve", why: "a value a parameter takes" },
  { request: "keep the varnish off", why: "a word only a parameter is described with" },
])("finds a tool by $why", ({ request }) => {
  const parameters = [{ name: "shade", required: true, description: "without varnish", values: ["mauve", "teal"] }];
  const door = { ...tool("art", "paint-door", "Paint."), parameters };
  const few = join([partOf([tool("art", "paint-bench", "Paint."), door])]);
  expect(search(few, request, { limit: 1 }).hits[0]?.tool).toBe("paint_door");
});

test.each(["x", "q", "zzyzx plugh", "!!!", "the of and"])("nonsense finds little: %s", (request) => {
  expect(search(index, request, { limit: 50 }).total).toBeLessThanOrEqual(1);
});
