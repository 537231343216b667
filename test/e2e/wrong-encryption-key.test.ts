/** A gateway that starts once with a wrong ISOGATE_ENCRYPTION_KEY: it sends no token in place of its value, and has the value again with the right key. */
import { afterAll, expect, inject, it } from "vitest";
import { CustomerGateways, type CustomerGateway } from "../support/customer-gateway.ts";

const ANN = "ann@example.com";
const WRONG = "another-key-of-a-test-with-more-than-32-characters";
const POLICY = {
  version: "1",
  default: "allow",
  tools: { "crm.note": { deny_if: [{ path: "args.text", op: "contains", value: "ann@" }] } },
  data: [{ kinds: ["email"], tools: "crm.*", action: "tokenize", reveal: "mail.*" }],
};
const SEND = 'await mail.send({ to: "[EMAIL_1]" })';

const gateways = new CustomerGateways(inject("bundle"));
afterAll(() => gateways.stop());

const remarkOf = async (gateway: CustomerGateway): Promise<unknown> => {
  const { checks } = await gateway.get("/doctor");
  return (checks as readonly { readonly message: string }[]).find(({ message }) => message.includes("cannot open"));
};

it("refuses calls with tokens of values that the key does not open, until the right key is back", async () => {
  const first = await gateways.start(POLICY);
  first.customers.answer({ email: ANN });
  expect(await first.run("await crm.find({})")).toMatchObject({ value: { email: "[EMAIL_1]" } });
  expect(await remarkOf(first)).toBeUndefined();
  await first.stop();
  const { directory } = first;

  for (const encryptionKey of [WRONG, ""]) {
    const wrong = await gateways.start(POLICY, { directory, encryptionKey });
    const refused = { code: "POLICY_DENIED", message: expect.stringContaining("ISOGATE_ENCRYPTION_KEY") };
    expect(await wrong.run(SEND)).toMatchObject({ ok: false, error: refused });
    // A condition about the value would decide about the token.
    expect(await wrong.run('await crm.note({ text: "[EMAIL_1]" })')).toMatchObject({ ok: false, error: refused });
    expect(wrong.customers.calls).toEqual([]);
    expect(await remarkOf(wrong)).toMatchObject({ message: expect.stringContaining("1 tokenized value ") });
    await wrong.stop();
  }

  const wrong = await gateways.start(POLICY, { directory, encryptionKey: WRONG });
  const { error } = await wrong.run(SEND);
  expect(error?.message).toContain("does not open the value of [EMAIL_1]");
  await wrong.stop();

  const right = await gateways.start(POLICY, { directory });
  expect(await right.run(SEND)).toMatchObject({ ok: true });
  expect(right.customers.calls.map(({ args }) => args)).toEqual([{ to: ANN }]);
});
