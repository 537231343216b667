/** Finds settings of gateway.json that can be used and do not do what they seem to. */
import { nearest } from "../lib/nearest.ts";
import type { AuthConfig, OidcConfig } from "./auth-config.ts";
import { credentialsInAddress, literalCredentials } from "./credential-remarks.ts";
import { isLoopback } from "../lib/loopback.ts";
import type { TelemetryConfig } from "./telemetry.ts";

interface Settings {
  readonly auth?: AuthConfig | undefined;
  readonly telemetry?: TelemetryConfig | undefined;
}

/** @param servers names that a person's `servers` may have @returns a sentence for each of them */
export function unknownServersOfPeople({ enterprise = [] }: AuthConfig, servers: readonly string[]): string[] {
  return enterprise.flatMap(({ people }, index) =>
    people.flatMap((person, at) =>
      (person.servers === "all" ? [] : person.servers).flatMap((server) => {
        if (servers.includes(server)) return [];
        const close = nearest(server, servers);
        const hint =
          close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Servers: ${servers.join(", ") || "none"}.`;
        const place = `auth.enterprise[${index}].people[${at}].servers`;
        return [`${place}: gateway.json has no server ${JSON.stringify(server)}. ${hint}`];
      }),
    ),
  );
}

export function settingNotes({ auth, telemetry }: Settings): string[] {
  return [
    ...(auth?.oidc === undefined ? [] : oidcNotes(auth.oidc)),
    ...(telemetry === undefined ? [] : telemetryNotes(telemetry)),
  ];
}

function oidcNotes(oidc: OidcConfig): string[] {
  const { allow, admins = [] } = oidc;
  const isLetIn = (admin: string): boolean =>
    allow === "everyone" ||
    allow.some((one) => one.toLowerCase() === admin.toLowerCase() || endsWith(admin, one.startsWith("@") ? one : "\n"));
  return [
    ...literalCredentials("auth.oidc", oidc),
    ...admins
      .filter((admin) => !isLetIn(admin))
      .map(
        (admin) =>
          `auth.oidc.admins: ${admin} is not in auth.oidc.allow, so this person cannot sign in. Add the address there.`,
      ),
  ];
}

function endsWith(text: string, end: string): boolean {
  return text.toLowerCase().endsWith(end.toLowerCase());
}

function telemetryNotes({ otlp_url: url, headers }: TelemetryConfig): string[] {
  const isPlain = /^http:\/\//i.test(url) && !url.includes("${") && !isLoopback(URL.parse(url)?.hostname ?? "");
  return [
    ...literalCredentials("telemetry.headers", headers),
    ...credentialsInAddress("telemetry.otlp_url", url),
    ...(isPlain ? ["telemetry.otlp_url: spans and their headers are sent unencrypted; write https:// in it."] : []),
  ];
}
