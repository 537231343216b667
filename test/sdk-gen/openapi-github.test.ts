/** The description of GitHub's REST API as a package has it: nothing lost, types that compile, sizes that hold. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { buildServerSdk, printDeclarations, printTools, readOperations } from "../../sdk-gen/index.ts";
import { readApi } from "../../src/upstream/openapi/read-api.ts";
import { typeCheck } from "../bench/type-check.ts";

const require = createRequire(import.meta.url);
const json = readFileSync(require.resolve("@octokit/openapi/generated/api.github.com.json"), "utf8");
const list = readOperations(JSON.parse(json));
const api = readApi(JSON.parse(json));
const sdk = buildServerSdk({ name: "github", identifier: "github", tools: api.ok ? api.tools : [] });
const signatures = printTools(
  sdk,
  sdk.tools.map((tool) => tool.identifier),
  "signatures",
).split("\n");

test("every operation is a tool under its own name", () => {
  const paths = Object.values(
    (JSON.parse(json) as { paths: Record<string, Record<string, { operationId: string }>> }).paths,
  );
  const described = paths.flatMap((path) => Object.values(path).map((operation) => operation.operationId));
  expect(list.operations.map(({ name }) => name).toSorted()).toEqual(described.toSorted());
  expect(new Set(sdk.tools.map(({ identifier }) => identifier)).size).toBe(1_223);
  expect(list.servers).toEqual(["https://api.github.com"]);
});

test.each([
  "github.repos_get(a:{owner:string,repo:string}):FullRepository // Get a repository",
  "github.issues_delete_comment(a:{owner:string,repo:string,comment_id:number}) // Delete an issue comment",
  "github.gists_update(a:{gist_id:string,description?:string,files?:{[k:string]:{content?:string,filename?:string|null}}}):GistSimple // Update a gist",
  "type NullableSimpleUser=SimpleUser|null",
])("%s", (line) => {
  expect(signatures).toContain(line);
});

test("required arguments stand in the signature itself", () => {
  const lost = list.operations.filter((operation, index) => {
    const { required = [] } = operation.inputSchema as { required?: string[] };
    const { signature } = sdk.tools[index] ?? { signature: "" };
    return required.some((name) => ![`${name}:`, `${JSON.stringify(name)}:`].some((text) => signature.includes(text)));
  });
  expect(lost).toEqual([]);
});

test("compiles", () => {
  expect(typeCheck(new Map([["sdk.d.ts", printDeclarations([sdk])]]))).toEqual([]);
});

test("one operation has a server of its own", () => {
  const upload = list.operations.find(({ name }) => name === "repos/upload-release-asset");
  expect(upload?.request).toEqual({
    method: "POST",
    path: "/repos/{owner}/{repo}/releases/{release_id}/assets",
    server: "https://uploads.github.com",
    parameters: [
      { argument: "owner", in: "path" },
      { argument: "repo", in: "path" },
      { argument: "release_id", in: "path" },
      { argument: "name", in: "query" },
      { argument: "label", in: "query" },
    ],
    body: { contentType: "application/octet-stream", encoding: "base64", argument: "body" },
    tags: ["repos"],
    answersJson: true,
  });
});

test("is 3 % of the document's text; what has to be kept is a third of it", () => {
  expect(signatures.join("\n").length / json.length).toBeLessThan(0.03);
  expect(JSON.stringify(list).length / json.length).toBeLessThan(0.33);
});
