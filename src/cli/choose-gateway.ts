/** Chooses the gateway and the key of a command. */
import { isLoopback } from "../lib/loopback.ts";
import type { Logins } from "./logins.ts";

const LOCAL_URL = "http://127.0.0.1:8787";

const MAX_SHOWN_CHARS = 60;

type Chosen =
  | { readonly ok: true; readonly url: string; readonly key?: string }
  | { readonly ok: false; readonly problem: string };

interface Named {
  /** The value of --url. */
  readonly url: string | undefined;
  /** The value of --key. */
  readonly key: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function chooseGateway({ url, key, environment }: Named, logins: Logins): Chosen {
  const given = url ?? (environment["ISOGATE_URL"] || undefined) ?? logins.current ?? LOCAL_URL;
  const origin = originOf(given);
  if (origin === undefined) {
    const where = url !== undefined ? "--url" : "ISOGATE_URL";
    const hint = URL.canParse(`http://${given}`) ? ", with https:// or http:// before it" : "";
    const problem = `${where} is not an address like https://gateway.example or ${LOCAL_URL}: it is ${shownAddress(given)}. Write the whole address${hint}.`;
    return { ok: false, problem };
  }
  const stored = Object.hasOwn(logins.gateways, origin) ? logins.gateways[origin]?.key : undefined;
  const sent = key ?? (environment["ISOGATE_API_KEY"] || undefined) ?? stored;
  if (sent === undefined) return { ok: true, url: origin };
  if (sent === "") return { ok: false, problem: "The key is empty: give one with --key, or leave --key out." };
  if (!/^[\u0021-\u007e]+$/.test(sent)) {
    return {
      ok: false,
      problem: "The key has characters that no key has: a blank, a line break or a letter beyond ASCII.",
    };
  }
  if (origin.startsWith("http:") && !isLoopback(new URL(origin).hostname)) {
    return { ok: false, problem: `A key is not sent to ${origin}: on the way everybody could read it. Use https.` };
  }
  return { ok: true, url: origin, key: sent };
}

/** An address with an "@" may have a password, and a long one may be a key in the wrong place. */
function shownAddress(text: string): string {
  return text.includes("@") || text.length > MAX_SHOWN_CHARS
    ? "something that is not repeated here"
    : JSON.stringify(text);
}

/** Accepts a path and ignores it: people paste the address of /mcp or of the dashboard. Refuses a user name or a password in the address. */
function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return undefined;
  return url.origin;
}
