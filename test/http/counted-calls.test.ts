/** The list of a run's calls counts what it returns, and not the calls of saved scripts inside the run, which have records of their own. */
import { expect, it } from "vitest";
import { ask, connect, execute } from "../support/client.ts";

async function json(path: string): Promise<unknown> {
  return (await ask(new Request(`http://localhost/api/v1${path}`))).json();
}

it("counts the calls of a run without those of the scripts inside it", async () => {
  const client = await connect("modern");
  const twice = "await modern.add({ a: 1, b: 2 }); await modern.add({ a: 3, b: 4 })";
  const saving = `await scripts.save("add_twice", { description: "Adds twice", code: ${JSON.stringify(twice)} })`;
  expect(await execute(client, { code: saving })).toMatchObject({ ok: true });
  const inner = await execute(client, { code: "await scripts.add_twice({})" });
  expect(await json(`/runs/${inner.run}`)).toMatchObject({ calls: 2 });
  expect(await json(`/runs/${inner.run}/calls`)).toEqual({ calls: [], total: 0 });
  expect(await json(`/runs/${inner.run}/origins`)).toMatchObject({ complete: true });
  const both = await execute(client, { code: "await scripts.add_twice({}); await modern.add({ a: 5, b: 6 })" });
  expect(await json(`/runs/${both.run}/calls?limit=1`)).toMatchObject({ calls: [{ number: 1 }], total: 1 });
  await client.close();
});
