/** A script that was prepared before is not prepared again, and is the same script all the same. */
import { expect, it } from "vitest";
import { prepareScript, type PreparedScript, type Transpile } from "../../worker-loader/index.ts";
import { transpile } from "./script.ts";

const NEVER: Transpile = () => Promise.reject(new Error("asked to transpile"));

async function prepare(code: string, how: Transpile = NEVER, packages?: readonly string[]): Promise<PreparedScript> {
  const prepared = await prepareScript(code, undefined, how, packages);
  if (!prepared.ok) throw new Error(prepared.error.message);
  return prepared.script;
}

it("strips the types of a script once", async () => {
  await prepare("enum Kept { A } Kept.A", transpile);
  const again = await prepare("enum Kept { A } Kept.A");
  expect(again.toModule([]).text).toContain("(Kept ||");
});

it("asks for no transpiler where types can be blanked", async () => {
  const script = await prepare("const blanked: number = 1; { blanked as string }");
  expect(script.toModule([]).text).toContain("const blanked         = 1;");
});

it("makes a module for what is offered now", async () => {
  const script = await prepare("[github, linear]");
  expect(script.toModule(["github", "linear"]).parameters).toStrictEqual(["github", "linear"]);
  const again = await prepare("[github, linear]");
  expect(again.toModule(["linear", "jira"]).parameters).toStrictEqual(["linear"]);
  expect(again.toModule(["github", "linear"])).toStrictEqual(script.toModule(["github", "linear"]));
});

it("asks again whether a package is allowed", async () => {
  await prepare('import "left-pad"; 1', NEVER, ["left-pad"]);
  await expect(prepareScript('import "left-pad"; 1', undefined, NEVER)).resolves.toMatchObject({
    ok: false,
    error: { code: "PACKAGE_NOT_ALLOWED" },
  });
});

it("prepares again what others have pushed out", async () => {
  await prepare("enum Pushed { A } Pushed.A", transpile);
  for (let n = 0; n < 3; n += 1) await prepare(`"${String(n).repeat(60_000)}"`);
  await expect(prepare("enum Pushed { A } Pushed.A")).rejects.toThrow("asked to transpile");
});

it("does not remember a failure", async () => {
  await expect(prepare("enum Failed { A } Failed.A")).rejects.toThrow("asked to transpile");
  const script = await prepare("enum Failed { A } Failed.A", transpile);
  expect(script.mentions.has("Failed")).toBe(true);
});
