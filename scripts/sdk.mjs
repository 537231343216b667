// `npm run -s sdk > tools.d.ts`: the whole SDK of a running gateway, for use in an editor.
// `--url http://…` names the gateway (default: the one `npm start` runs); ISOGATE_API_KEY is sent as its key.
import process from "node:process";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { url: { type: "string", default: "http://127.0.0.1:8787" } } });
const address = new URL("/api/v1/types", values.url);
const key = process.env.ISOGATE_API_KEY;

try {
  const response = await fetch(address, { headers: key ? { Authorization: `Bearer ${key}` } : {} });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
  process.stdout.write(text);
} catch (error) {
  const refused = error instanceof TypeError;
  console.error(
    refused ? `There is no gateway at ${address.origin}. Run npm start, or name one with --url.` : error.message,
  );
  process.exitCode = 1;
}
