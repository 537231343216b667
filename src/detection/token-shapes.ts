/**
 * Redacts credentials of known shapes, whatever their name: tokens of common providers, JWTs, private keys, URLs with a password. Each
 * alternative begins with fixed text and matches or fails within a few characters; the one of unbounded length (JWT) is tried once per
 * run of its characters. So the time is linear.
 */

import { spansOf, type Span } from "./span.ts";

/** Prefixes of tokens that go on with letters, digits, `_` and `-`, with a digit among the first. */
const PREFIXES =
  "gh[pousr]_|github_pat_|gl(?:pat|ptt|dt|rt|soat|cbt|ft)-|xox[abeoprs]-|xapp-|sk-|[sr]k_(?:live|test)_|whsec_|pypi-|do[opr]_v1_|hf_|" +
  "shp(?:at|ca|pa|ss)_|isk_|isogate_|GOCSPX-|lin_api_|ntn_|figd_|hv[sbr]\\.|PMAK-|NRAK-|sntry[su]_|gl(?:c|sa)_|sbp_|pscale_(?:tkn|pw|oauth)_|" +
  "nfp_|HRKU-|ATATT3|ATCTT3|sq0(?:atp|csp|idp)-|dp\\.(?:pt|st|ct)\\.|AGE-SECRET-KEY-1|fm[12]_|gsk_|xai-|pplx-|sgp_|tfp_|cf[ua]t_|dckr_pat_|rubygems_|sl\\.|" +
  "tskey-|xkeysib-|tvly-|lsv2_(?:pt|sk)_|pcsk_|CFPAT-|bkua_|ATBB|AKCp";

const TOKEN = new RegExp(
  [
    String.raw`\b(?:${PREFIXES})(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{16,2048}`,
    String.raw`\b(?:npm_[A-Za-z0-9]{36}|secret_[A-Za-z0-9]{32,64}|r8_[A-Za-z0-9]{32,64}|EAAA[A-Za-z0-9_-]{50,100}|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40})\b`,
    String.raw`\bfc-[0-9a-f]{32}\b`,
    // A secret token of Mapbox, and a client secret of Entra ID.
    String.raw`\b[st]k\.eyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{16,200}`,
    String.raw`(?<![\w~.-])[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,40}`,
    String.raw`\bya29\.[A-Za-z0-9_.-]{16,2048}`,
    String.raw`\b1//0[A-Za-z0-9_-]{30,200}`,
    String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`,
    String.raw`\bAIza[A-Za-z0-9_-]{35}`,
    // A signed JWT has three parts, an encrypted one five, of which the second may be empty.
    String.raw`(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,16384}\.(?:eyJ[A-Za-z0-9_-]{8,16384}\.[A-Za-z0-9_-]{8,16384}|[A-Za-z0-9_-]{0,16384}(?:\.[A-Za-z0-9_-]{8,16384}){3})`,
    String.raw`\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}`,
    String.raw`\b(?:SK|key-|dapi)[0-9a-f]{32}\b`,
    String.raw`\b[0-9a-f]{32}-us\d{1,2}\b`,
    String.raw`\b\d{8,10}:AA[A-Za-z0-9_-]{33}`,
    String.raw`\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}`,
    String.raw`\b[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}`,
    String.raw`-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s:,]|-(?!-)|\\{1,8}[nrt/]){0,16384}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?`,
    String.raw`(?<=hooks\.slack\.com/services/)[A-Za-z0-9/_-]{20,100}`,
    String.raw`(?<=(?:discord|discordapp)\.com/api/webhooks/\d{10,25}/)[A-Za-z0-9_-]{20,100}`,
    String.raw`(?<=\b[Bb]earer )[A-Za-z0-9._~+/-]{16,4096}=*`,
    String.raw`(?<=\b[Bb]asic )[A-Za-z0-9+/]{16,4096}=*`,
  ].join("|"),
  "g",
);

/** The password in a URL like `postgres://me:hunter2@host`. */
const IN_ADDRESS = /(:\/\/[^\s/:@"'`\\]{0,64}:)(?!\[redacted\])[^\s/@"'`\\]{3,256}(?=@)/g;

/** Every shape contains such a run of characters; most texts have none and need only this test. */
const LONG_RUN = /[\w.~+/-]{16}|-----BEGIN /;

export function redactTokens(text: string, redacted: string): string {
  const clean = LONG_RUN.test(text) ? text.replaceAll(TOKEN, redacted) : text;
  return clean.includes("://") ? clean.replaceAll(IN_ADDRESS, (_all, before: string) => before + redacted) : clean;
}

/** Finds the tokens that `redactTokens` replaces, in no order. */
export function tokenSpans(text: string): readonly Span[] {
  const tokens = LONG_RUN.test(text) ? spansOf(text, TOKEN) : [];
  if (!text.includes("://")) return tokens;
  const inAddresses = [...text.matchAll(IN_ADDRESS)].map(({ index, 0: whole, 1: before = "" }) => ({
    start: index + before.length,
    end: index + whole.length,
  }));
  return [...tokens, ...inAddresses];
}
