/** The sign-in page of a gateway that has no key yet says how the first one is made, and no other page does. */
import { expect, it } from "vitest";
import { createKey } from "../support/api.ts";
import { ask } from "../support/client.ts";

const COMMAND = "npx isogate keys create me --setup-token SETUP_TOKEN --url http://localhost";

async function signInPage(): Promise<string> {
  return (await ask(new Request("http://localhost/dashboard/sign-in?again=1"))).text();
}

it("names the command until there is a key", async () => {
  expect(await signInPage()).toContain(COMMAND);
  await createKey({ role: "admin" });
  const page = await signInPage();
  expect(page).toContain("Key of this gateway");
  expect(page).not.toContain(COMMAND);
});
