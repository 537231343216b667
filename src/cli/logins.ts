/**
 * Stores logins in `isogate/logins.json` in the platform's directory for settings, readable by its owner only. A key is stored for one
 * gateway and is sent to no other.
 */
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Result } from "../lib/result.ts";

export interface Logins {
  /** The origin of the gateway that is used when a command names none. */
  readonly current?: string;
  /** Gateway origins mapped to their stored keys. */
  readonly gateways: Readonly<Record<string, { readonly key?: string }>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function loginsPath(environment: Environment, platform: NodeJS.Platform = process.platform): string {
  const home = environment["HOME"] || homedir();
  const base =
    platform === "win32"
      ? environment["APPDATA"] || join(home, "AppData", "Roaming")
      : environment["XDG_CONFIG_HOME"] ||
        (platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".config"));
  return join(base, "isogate", "logins.json");
}

export async function readLogins(path: string): Promise<Result<Logins, string>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { ok: true, value: { gateways: {} } };
    return { ok: false, error: `${path} cannot be read: ${(error as Error).message}` };
  }
  const logins = parseLogins(text);
  if (logins !== undefined) return { ok: true, value: logins };
  return { ok: false, error: `${path} is not what isogate login wrote. Remove it and log in again.` };
}

/** Replaces the file atomically. At no time is it incomplete, or readable by other users. */
export async function writeLogins(path: string, logins: Logins): Promise<void> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (Object.keys(logins.gateways).length === 0) return rm(path, { force: true });
  const partial = `${path}.${process.pid}`;
  await rm(partial, { force: true });
  await writeFile(partial, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await chmod(partial, 0o600);
  await rename(partial, path);
}

function parseLogins(text: string): Logins | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { current, gateways } = (value ?? {}) as { current?: unknown; gateways?: unknown };
  if (typeof gateways !== "object" || gateways === null) return undefined;
  if (current !== undefined && typeof current !== "string") return undefined;
  const entries = Object.entries(gateways as Record<string, unknown>);
  const read = entries.map(([origin, one]) => [origin, (one as { key?: unknown } | null)?.key] as const);
  if (read.some(([, key]) => key !== undefined && typeof key !== "string")) return undefined;
  return {
    ...(current !== undefined && { current }),
    gateways: Object.fromEntries(
      read.map(([origin, key]) => [origin, key === undefined ? {} : { key: key as string }]),
    ),
  };
}
