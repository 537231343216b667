// A small hand-made catalog for the search tests: two trackers, mail, a cloud, a browser.

import type { SearchDocument } from "../../../src/catalog/search/index.ts";

type Given = Partial<Omit<SearchDocument, "parameters">> & { readonly parameters?: readonly string[] };

export function tool(server: string, name: string, description: string, given: Given = {}): SearchDocument {
  const { parameters = [], ...rest } = given;
  return {
    server,
    tool: name.replace(/[^A-Za-z0-9]+/gu, "_"),
    name,
    description,
    ...rest,
    parameters: parameters.map((parameter) => ({ name: parameter, required: true, description: "", values: [] })),
  };
}

const readOnly = { readOnly: true };
const destructive = { destructive: true };

export const tracker: readonly SearchDocument[] = [
  tool("tracker", "create-issue", "Create a new issue in a repository.", { parameters: ["repo", "title", "body"] }),
  tool("tracker", "list-issues", "List issues of a repository.", readOnly),
  tool("tracker", "get-issue", "Get one issue.", readOnly),
  tool("tracker", "update-issue", "Update an issue: title, state, labels."),
  tool("tracker", "delete-issue-comment", "Delete a comment of an issue.", destructive),
  tool("tracker", "create-pull-request", "Open a pull request."),
  tool("tracker", "list-commits", "List commits of a branch, newest first.", readOnly),
  tool("tracker", "list-workflow-run-logs", "Download the logs of a workflow run.", readOnly),
  tool("tracker", "run-workflow", "Run a workflow on a branch."),
];

export const office: readonly SearchDocument[] = [
  tool("office", "send-mail", "Send a message to one or more recipients.", { parameters: ["to", "subject"] }),
  tool("office", "list-mail-messages", "List the messages in a mailbox.", readOnly),
  tool("office", "create-calendar-event", "Create an event in a calendar.", {
    parameters: ["start", "end", "attendees"],
  }),
  tool("office", "delete-calendar-event", "Delete an event.", destructive),
  tool("office", "list-worksheets", "List the sheets of a workbook.", readOnly),
];

export const cloud: readonly SearchDocument[] = [
  tool("cloud", "vm_create", "Create a virtual machine."),
  tool("cloud", "vm_delete", "Delete a virtual machine.", destructive),
  tool("cloud", "vm_list", "List virtual machines.", readOnly),
  tool("cloud", "kubernetes_cluster_get", "Get a Kubernetes cluster.", readOnly),
  tool("cloud", "app_logs_get", "Get the logs of an app.", readOnly),
  tool("cloud", "sms_send", "Send an SMS message to a phone number."),
  tool("cloud", "keyvault_secret_get", "Get a secret.", readOnly),
];

export const browser: readonly SearchDocument[] = [
  tool("browser", "take_screenshot", "Take a screenshot of the page.", readOnly),
  tool("browser", "navigate", "Go to a URL.", { parameters: ["url"] }),
  tool("browser", "click", "Click an element."),
];

export const servers: readonly (readonly SearchDocument[])[] = [tracker, office, cloud, browser];
