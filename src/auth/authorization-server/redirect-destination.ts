/**
 * Where a client's redirect URI leads: to a website, to a port of the person's own machine, or to a program that has registered a scheme of
 * its own there (RFC 8252, 7.1), such as `cursor://…`. The RFC wants a dot in such a scheme, but those of Cursor, VS Code and Claude have
 * none. So those are refused that browsers and operating systems open themselves; the OAuth library lets most of them through.
 */
import { isLoopback } from "../../lib/loopback.ts";

export type RedirectDestination =
  | { readonly kind: "website"; readonly host: string }
  | { readonly kind: "this-device"; readonly host: string }
  /** A program that opens links of the scheme. The host in such a URI names no place: `evil://claude.ai/` is not an address of claude.ai. */
  | { readonly kind: "program"; readonly scheme: string };

const REFUSED_SCHEMES: ReadonlySet<string> = new Set([
  // Documents and scripts.
  ..."about blob cid content data file filesystem jar javascript mhtml mid res resource urn vbscript view-source".split(
    " ",
  ),
  // Browsers themselves.
  ..."brave chrome chrome-extension edge extension microsoft-edge moz-extension opera safari-web-extension vivaldi".split(
    " ",
  ),
  // Other protocols, which send the code to a host or a person.
  ..."callto facetime feed ftp ftps git gopher irc ldap ldaps magnet mailto nfs rtsp sftp sip sips sms smb smsto".split(
    " ",
  ),
  ..."ssh svn tel telnet ws wss xmpp".split(" "),
  // Links that name the program to open, its arguments or an installation.
  ..."android-app hcp intent itms-services mk search search-ms shell steam vbs".split(" "),
]);

/** Schemes of Windows itself, those that websites register, and those of browsers, which open a website. */
const REFUSED_PREFIXES: readonly string[] = ["ms-", "web+", "googlechrome", "firefox", "microsoft-edge"];
/** `x-safari-https://evil.example`. */
const ENDS_IN_HTTP = /(?:^|[-.+])https?$/;

/** @returns undefined if no client may have its codes sent there. The OAuth library refuses `http` beyond this machine */
export function redirectDestination(redirectUri: string): RedirectDestination | undefined {
  const url = URL.parse(redirectUri);
  if (url === null) return undefined;
  const scheme = url.protocol.slice(0, -1);
  if (scheme === "http" || scheme === "https") {
    return { kind: isLoopback(url.hostname) ? "this-device" : "website", host: url.hostname };
  }
  const isRefused = REFUSED_SCHEMES.has(scheme) || REFUSED_PREFIXES.some((prefix) => scheme.startsWith(prefix));
  return isRefused || ENDS_IN_HTTP.test(scheme) ? undefined : { kind: "program", scheme };
}
