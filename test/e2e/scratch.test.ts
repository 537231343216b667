import { afterAll, expect, it } from "vitest";
import { BusinessGateways } from "../support/business-gateway.ts";
const gateways = new BusinessGateways();
afterAll(() => gateways.stop());
const POLICY = {
  version: "1",
  default: "allow",
  hide: ["billing.*"],
  flows: [{ from: "mail.*", to: "slack.post_message" }],
};
it("scratch", async () => {
  const g = await gateways.start({ policy: POLICY });
  await g.search({ detail: "names" });
  const say = (l: string, x: unknown) => process.stdout.write(`@@ ${l}: ${JSON.stringify(x)?.slice(0, 700)}\n`);
  const a = (await g.run("await mail.search({ query: 'x' })")) as any;
  say("mail", a);
  say(
    "runs.get",
    await g.run(
      `const r = await runs.get(${JSON.stringify(a.run)}); await slack.post_message({ text: JSON.stringify(r.calls) })`,
    ),
  );
  say("runs.list", await g.run(`const r = await runs.list(); await slack.post_message({ text: JSON.stringify(r) })`));
  say(
    "sched code",
    await g.run(
      "const m = await mail.search({}); const made = await schedule.create({ name: 'x', schedule: '0 0 1 1 *', code: `await slack.post_message({ text: ${JSON.stringify(m.text)} })` }); await schedule.trigger('x')",
    ),
  );
  await new Promise((r) => setTimeout(r, 1500));
  say("calls", g.upstreams.calls);
  say(
    "sched read",
    await g.run("const q = await schedule.get('x'); await slack.post_message({ text: JSON.stringify(q) })"),
  );
  say(
    "results",
    await g.run(
      `const r = await results.read('isogate://runs/${a.run}/value'); await slack.post_message({ text: JSON.stringify(r) })`,
    ),
  );
  say(
    "list hidden",
    await g.run(
      "const r = await tools.list(); [r, await tools.list('billing').catch(e => e.message), await tools.describe('billing.close_year').catch(e=>e.message)]",
    ),
  );
  say("explain hidden", await g.post("/policy/explain", { server: "billing", tool: "close_year", args: {} }));
  say("upstreams", JSON.stringify(await g.get("/upstreams")).match(/billing/g));
  say("scripts", await g.run("await scripts.list()"));
  say(
    "rej",
    await g.run(
      "const m = await mail.search({}); let y; await (async () => { throw m.text })().catch((e) => { y = e; }); await slack.post_message({ text: y })",
    ),
  );
  say(
    "rev",
    await g.run(
      "const m = await mail.search({}); const l = ['x', m.text]; l.reverse(); await slack.post_message({ text: l[0] })",
    ),
  );
  say(
    "def",
    await g.run(
      "const m = await mail.search({}); const box = {}; Object.defineProperty(box, 'x', { get: () => m.text }); await slack.post_message({ text: box.x })",
    ),
  );
  say(
    "fn",
    await g.run(
      "const m = await mail.search({}); const f = () => 0; Object.assign(f, { x: m.text }); await slack.post_message({ text: f.x })",
    ),
  );
  say(
    "brk",
    await g.run(
      "const m = await mail.search({}); let n = 0; for (;;) { if (n === m.text.charCodeAt(0)) break; n += 1; } await slack.post_message({ text: String(n) })",
    ),
  );
  say(
    "proto",
    await g.run(
      "const m = await mail.search({}); const k = 'constructor'; Object.assign(({})[k], { stash: m.text }); await slack.post_message({ text: Object.stash })",
    ),
  );
  say(
    "sleep",
    await g.run(
      "const m = await mail.search({}); const t = Date.now(); await sleep(m.text.charCodeAt(0) * 5); await slack.post_message({ text: String((Date.now() - t) / 5) })",
    ),
  );
  say("calls", g.upstreams.calls);
}, 120000);
