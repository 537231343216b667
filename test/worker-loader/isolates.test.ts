/** Which isolate a run gets: named or not, shared with whom. */
import { describe, expect, it } from "vitest";
import { isolateId, leaseIsolate } from "../../worker-loader/isolates.ts";

describe("isolates", () => {
  it("are another for another owner, and for another script", async () => {
    const id = await isolateId("local", "text");
    expect(await isolateId("local", "text")).toBe(id);
    expect(await isolateId("other", "text")).not.toBe(id);
    expect(await isolateId("local", "text2")).not.toBe(id);
    expect(await isolateId('local","text', "")).not.toBe(await isolateId("local", '","text'));
  });

  it("hold one run at a time, and are used again when it has ended by itself", () => {
    expect(leaseIsolate("leases").name).toBeUndefined();
    const one = leaseIsolate("leases");
    const two = leaseIsolate("leases");
    expect(two.name).not.toBe(one.name);
    one.release(true);
    const three = leaseIsolate("leases");
    expect(three.name).toBe(one.name);
    three.release(false);
    three.release(true);
    const four = leaseIsolate("leases");
    expect(four.name).not.toBe(one.name);
    expect(four.name).not.toBe(two.name);
  });

  it("are not kept for a script that changes built-ins, nor beyond the bound of this process", () => {
    for (let run = 0; run < 3; run += 1) expect(leaseIsolate("changing", { isReusable: false }).name).toBeUndefined();
    leaseIsolate("bounded");
    expect(leaseIsolate("bounded", { bounds: { maxIsolates: 0, maxLoad: 1_000_000 } }).name).toBeUndefined();
    expect(leaseIsolate("bounded").name).toBeDefined();
  });

  it("are not named again for a script whose isolate was dropped, where their number is bound", () => {
    const bound = { isRepeated: true, bounds: { maxIsolates: 1_000, maxLoad: 1_000_000 } };
    const [one, two] = [leaseIsolate("dropping", bound), leaseIsolate("dropping", bound)];
    one.release(false);
    two.release(true);
    for (let run = 0; run < 3; run += 1) expect(leaseIsolate("dropping", bound).name).toBeUndefined();
  });

  it("are not used beyond the bound of runs and calls in all of them, where there is one", () => {
    leaseIsolate("counted", { isRepeated: true }).release(true, 2_000_000);
    const bounds = { maxIsolates: 1_000, maxLoad: 1_000_000 };
    expect(leaseIsolate("counted", { bounds }).name).toBeUndefined();
    expect(leaseIsolate("counted").name).toBeDefined();
  });

  it("are kept from the first run on for a script that is known to be repeated", () => {
    expect(leaseIsolate("scheduled", { isRepeated: true }).name).toBeDefined();
  });

  it("are never named as one that was dropped, also when a thousand other scripts ran since", () => {
    const dropped = leaseIsolate("forgotten", { isRepeated: true });
    dropped.release(false);
    for (let n = 0; n < 1_100; n += 1) leaseIsolate(`other ${n}`);
    const next = leaseIsolate("forgotten", { isRepeated: true });
    expect(next.name).not.toBe(dropped.name);
  });
});
