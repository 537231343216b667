/** A task of a client that has left before it knows of it. */
import { expect, it } from "vitest";
import { asTask, type TaskBackend } from "../../src/mcp/tasks.ts";
import { runningRun } from "../../src/runs/durable/waiting-outcome.ts";

it("is cancelled also when the client has left before the run was stored", async () => {
  const cancelled: string[] = [];
  const begun = runningRun("r_1");
  const backend: TaskBackend = {
    read: () => Promise.resolve({ executed: begun }),
    waitingCalls: () => Promise.resolve([]),
    decide: () => Promise.resolve(),
    cancel: (run) => Promise.resolve(void cancelled.push(run)),
  };
  await asTask(begun, backend, AbortSignal.abort(), () => ({ content: [] }));
  expect(cancelled).toEqual(["r_1"]);
});
