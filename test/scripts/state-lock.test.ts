/** The lock of a gateway's store: one holder at a time, and a killed one's is taken over. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, it as base } from "vitest";
import { claimState, stateRefusal } from "../../scripts/state-lock.mjs";

const it = base.extend<{ folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "isogate-state-"));
    await use(join(folder, "state"));
    await rm(folder, { recursive: true, force: true });
  },
});

it("is held by one process until that releases it, and names its gateway", async ({ folder }) => {
  const first = await claimed(folder);
  expect(await claimState(folder)).toStrictEqual({ ok: false, holder: { pid: process.pid, origin: undefined } });
  first.announce("http://127.0.0.1:8787");
  const holder = { pid: process.pid, origin: "http://127.0.0.1:8787" };
  expect(await claimState(folder)).toStrictEqual({ ok: false, holder });
  first.release();
  expect(await readdir(folder)).toStrictEqual([]);
  (await claimed(folder)).release();
});

it("is given to one of many that claim it at the same time, from a killed process too", async ({ folder }) => {
  for (const before of [undefined, "", JSON.stringify({ pid: process.ppid, port: await closedPort(), token: "t" })]) {
    if (before !== undefined) await writeFile(join(folder, "isogate.lock"), before);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimState(folder)));
    const held = claims.filter((claim) => claim.ok);
    expect(held, JSON.stringify(before)).toHaveLength(1);
    expect(await readdir(folder)).toStrictEqual(["isogate.lock"]);
    for (const claim of held) claim.release();
  }
});

it("is given to one of many processes that start at the same time", { timeout: 60_000 }, async ({ folder }) => {
  (await claimed(folder)).release();
  await writeFile(join(folder, "isogate.lock"), JSON.stringify({ pid: 1, port: await closedPort(), token: "t" }));
  const children = Array.from({ length: 6 }, () => claimElsewhere(folder));
  const answers = await Promise.all(children.map(({ answer }) => answer));
  expect(answers.filter((ok) => ok)).toHaveLength(1);
  const [holder] = children.filter((_, at) => answers[at]);
  // The process that holds it is killed and cannot remove its file.
  holder?.child.kill("SIGKILL");
  for (const { child, ended } of children) {
    child.kill("SIGKILL");
    await ended;
  }
  expect(await readdir(folder)).toStrictEqual(["isogate.lock"]);
  (await claimed(folder)).release();
});

it("is not held by another program that has the port and the process id of a killed one", async ({ folder }) => {
  (await claimed(folder)).release();
  const other = createServer((socket) => socket.end("220 mail.example ESMTP\r\n"));
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  await writeFile(join(folder, "isogate.lock"), JSON.stringify({ pid: process.ppid, port, token: "t" }));
  const claim = await claimState(folder);
  expect(claim.ok).toBe(true);
  if (claim.ok) claim.release();
  other.close();
});

it("is still held by a process that is suspended", { timeout: 60_000 }, async ({ folder }) => {
  const { child, answer, ended } = claimElsewhere(folder);
  expect(await answer).toBe(true);
  child.kill("SIGSTOP");
  expect(await claimState(folder)).toMatchObject({ ok: false, holder: { pid: child.pid } });
  child.kill("SIGKILL");
  await ended;
});

it("is refused with the gateway that has it and what to do", () => {
  expect(stateRefusal({ pid: 7, origin: "http://127.0.0.1:8787" }, ".wrangler/state")).toMatch(
    /^An Isogate already runs at http:\/\/127\.0\.0\.1:8787 with the store in \.wrangler\/state \(process 7\)\. .* npm start -- --state FOLDER$/,
  );
  expect(stateRefusal({ pid: 7 }, "x")).toMatch(/^An Isogate is being started with the store in x \(process 7\)\. /);
});

async function claimed(folder: string): Promise<{ announce: (origin: string) => void; release: () => void }> {
  const claim = await claimState(folder);
  if (!claim.ok) throw new Error(`held by ${claim.holder.pid}`);
  return claim;
}

function claimElsewhere(folder: string) {
  const module = JSON.stringify(new URL("../../scripts/state-lock.mjs", import.meta.url).href);
  const script = `import(${module}).then(async ({ claimState }) => {
    process.stdout.write((await claimState(process.argv[1])).ok ? "+" : "-");
    setInterval(() => {}, 1000);
  })`;
  const child = spawn(process.execPath, ["-e", script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const answer = once(child.stdout, "data").then(([text]) => String(text) === "+");
  return { child, ended, answer };
}

/** @returns a port at which nothing listens */
async function closedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
