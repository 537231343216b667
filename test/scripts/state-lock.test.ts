/** The lock of a gateway's store: one holder at a time, and a killed one holds nothing. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, it as base } from "vitest";
import { claimState, stateRefusal } from "../../scripts/state-lock.mjs";

const LOCK = "isogate.lock.sqlite";
const HOLDER = "isogate.lock.json";

const it = base.extend<{ folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "isogate-state-"));
    await use(join(folder, "state"));
    await rm(folder, { recursive: true, force: true });
  },
});

it("is held by one process until that releases it, and names its gateway", async ({ folder }) => {
  const first = claimed(folder);
  expect(claimState(folder)).toStrictEqual({ ok: false, holder: { pid: process.pid } });
  first.announce("http://127.0.0.1:8787");
  const holder = { pid: process.pid, origin: "http://127.0.0.1:8787" };
  expect(claimState(folder)).toStrictEqual({ ok: false, holder });
  first.release();
  expect(await readdir(folder)).toStrictEqual([LOCK]);
  const second = claimed(folder);
  // A second release takes nothing from the holder of now.
  first.release();
  expect(claimState(folder)).toMatchObject({ ok: false });
  second.release();
});

it("is given to one of many processes that start at the same time", { timeout: 60_000 }, async ({ folder }) => {
  const children = Array.from({ length: 10 }, () => claimElsewhere(folder));
  const answers = await Promise.all(children.map(({ answer }) => answer));
  expect(answers.filter((answer) => answer === "+")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "-")).toHaveLength(9);
  const [holder] = children.filter((_, at) => answers[at] === "+");
  expect(claimState(folder)).toStrictEqual({ ok: false, holder: { pid: holder?.child.pid } });
  for (const { child, ended } of children) {
    child.kill("SIGKILL");
    await ended;
  }
  // The process that held it was killed and could not remove its file.
  expect(await readdir(folder)).toContain(HOLDER);
  claimed(folder).release();
});

it("is still held by a process that is suspended", { timeout: 60_000 }, async ({ folder }) => {
  const { child, answer, ended } = claimElsewhere(folder);
  expect(await answer).toBe("+");
  child.kill("SIGSTOP");
  expect(claimState(folder)).toMatchObject({ ok: false, holder: { pid: child.pid } });
  child.kill("SIGKILL");
  await ended;
  claimed(folder).release();
});

it("is taken with odd holders in its file, which it replaces", async ({ folder }) => {
  await mkdir(folder);
  await writeFile(join(folder, HOLDER), '{"pid":');
  const claim = claimed(folder);
  expect(claimState(folder)).toStrictEqual({ ok: false, holder: { pid: process.pid } });
  await writeFile(join(folder, HOLDER), "");
  expect(claimState(folder)).toStrictEqual({ ok: false, holder: {} });
  claim.release();
});

it.for([
  {
    what: "another file",
    put: (file: string) => writeFile(file, "lock\n".repeat(200)),
    want: "its file isogate.lock.sqlite is not the lock of a gateway. Remove it and start again.",
  },
  { what: "a folder", put: (file: string) => mkdir(file), want: "isogate.lock.sqlite in it cannot be locked (" },
  {
    what: "a link to nothing",
    put: (file: string) => symlink("/nowhere/x", file),
    want: "isogate.lock.sqlite in it cannot be locked (",
  },
])("is refused with a reason where $what is in its place", async ({ put, want }, { folder }) => {
  await mkdir(folder);
  await put(join(folder, LOCK));
  expect(() => claimState(folder)).toThrow(`The store in ${folder} cannot be used: ${want}`);
});

it("is refused with a reason where the folder is a file", async ({ folder }) => {
  await writeFile(folder, "");
  expect(() => claimState(folder)).toThrow(`The store in ${folder} cannot be used: EEXIST`);
});

// The permissions of files do not hold for the superuser.
it.skipIf(process.getuid?.() === 0)("is refused in a folder that may only be read", async ({ folder }) => {
  await mkdir(folder);
  await chmod(folder, 0o500);
  expect(() => claimState(folder)).toThrow(`The store in ${folder} cannot be used: ${LOCK} in it cannot be locked (`);
  await chmod(folder, 0o700);
  await writeFile(join(folder, LOCK), "");
  await chmod(join(folder, LOCK), 0o400);
  expect(() => claimState(folder)).toThrow(`The store in ${folder} cannot be used: ${LOCK} in it cannot be locked (`);
});

it("is refused with the gateway that has it and what to do", () => {
  expect(stateRefusal({ pid: 7, origin: "http://127.0.0.1:8787" }, ".wrangler/state")).toMatch(
    /^An Isogate already runs at http:\/\/127\.0\.0\.1:8787 with the store in \.wrangler\/state \(process 7\)\. .* npm start -- --state FOLDER$/,
  );
  expect(stateRefusal({ pid: 7 }, "x")).toMatch(/^An Isogate is being started with the store in x \(process 7\)\. /);
  expect(stateRefusal({}, "x")).toMatch(/^An Isogate is being started with the store in x\. /);
});

function claimed(folder: string): { announce: (origin: string) => void; release: () => void } {
  const claim = claimState(folder);
  if (!claim.ok) throw new Error(`held by ${claim.holder.pid}`);
  return claim;
}

/** `answer` is + for a process that has the lock, - for one that does not; a warning or an error of it is another text. */
function claimElsewhere(folder: string) {
  const module = JSON.stringify(new URL("../../scripts/state-lock.mjs", import.meta.url).href);
  const script = `import(${module}).then(({ claimState }) => {
    process.stdout.write(claimState(process.argv[1]).ok ? "+" : "-");
    setInterval(() => {}, 1000);
  })`;
  const child = spawn(process.execPath, ["-e", script, folder], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const answer = Promise.race([once(child.stdout, "data"), once(child.stderr, "data")]).then(([text]) => String(text));
  return { child, ended, answer };
}
