/** The destination of spans, with secrets substituted. */
import * as z from "zod";
import { substituteInAddress } from "./address-secrets.ts";
import { substituteSecrets } from "./secrets.ts";
import { hasBrokenReference } from "./secret-references.ts";
import type { Result } from "../lib/result.ts";

const templateText = z
  .string()
  .refine((text) => !hasBrokenReference(text), 'a reference to a secret is written "${NAME}", with the name alone');

export const telemetrySchema = z
  .strictObject({
    otlp_url: templateText
      .min(1)
      .refine(mayBeAddress, "an http(s) address without a user or a password")
      .describe(
        "Address at which an OpenTelemetry collector accepts traces (OTLP over HTTP, JSON), e.g. https://otel.example/v1/traces.",
      ),
    headers: z
      .record(z.string(), templateText)
      .optional()
      .describe("Sent with every export; ${NAME} reads a Worker secret."),
  })
  .describe("Spans of requests, runs and calls for an OpenTelemetry collector.");

export type TelemetryConfig = z.output<typeof telemetrySchema>;

export interface Telemetry {
  readonly url: URL;
  readonly headers: Headers;
}

export function openTelemetry(
  { otlp_url, headers = {} }: TelemetryConfig,
  env: Readonly<Record<string, unknown>>,
): Result<Telemetry, string> {
  const missing = new Set<string>();
  const read = (template: string, substitute: typeof substituteInAddress = substituteSecrets): string => {
    const substituted = substitute(template, env);
    if (substituted.ok) return substituted.text;
    missing.add(substituted.missing);
    return "";
  };
  const url = URL.parse(read(otlp_url, substituteInAddress));
  const filled = Object.fromEntries(Object.entries(headers).map(([name, template]) => [name, read(template)]));
  const [first] = missing;
  if (first !== undefined) {
    const problem = `telemetry needs the secret ${first}, which is not set (npx wrangler secret put ${first}; locally: .dev.vars).`;
    return { ok: false, error: problem };
  }
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return { ok: false, error: "telemetry.otlp_url is not an http(s) address." };
  }
  try {
    const sent = new Headers(filled);
    sent.set("content-type", "application/json");
    return { ok: true, value: { url, headers: sent } };
  } catch {
    return {
      ok: false,
      error: `telemetry.headers: one of ${Object.keys(headers).join(", ")} is not a valid HTTP header`,
    };
  }
}

/** The value of a secret is not known here. */
function mayBeAddress(text: string): boolean {
  if (text.includes("${")) return true;
  const { protocol, username, password } = URL.parse(text) ?? {};
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}
