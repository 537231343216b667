/**
 * The gateway's own functions for scripts (docs/scripts.md), and the phrases in a request that ask for one. The phrases are narrow, because most
 * requests for schedules, files or headers are about tools of servers.
 */
export interface OwnFunction {
  readonly line: string;
  /** Words in order: `|` between those at one place, `…` for up to four others, `$` for the end of the request. */
  readonly phrases: readonly string[];
  /** Whether it needs the right to save scripts, or a tool of an HTTP API. */
  readonly needs?: "saving" | "http";
}

const IT = "this|it|that|script|code";

export const OWN_FUNCTIONS: readonly OwnFunction[] = [
  {
    line: 'schedule.create({name,schedule:"0 8 * * *"|"every 15 minutes",code}) runs a script later or again and again',
    phrases: [
      `run|execute|repeat ${IT} … every|each … minute|hour|morning|day|evening|night|week|weekday|month|monday|friday`,
      `run|execute|repeat ${IT} … daily|hourly|nightly|weekly|monthly|later|tomorrow|tonight`,
      `schedule this|it|that to|for|every|daily|run|$`,
      `run|execute|script|code … on schedule|cron`,
      `schedule|cron|recurring|periodic … script|code`,
    ],
  },
  {
    line: "scripts.save(name,{code,description}) saves a script; scripts.name(input) runs it",
    phrases: ["save|saved|store|keep|reuse … script", "save|store|keep … code … later|again|reuse", "reusable script"],
    needs: "saving",
  },
  {
    line: "store.put(key,value) and store.get(key) keep small values between runs",
    phrases: ["between|across|next run", "remember|persist … value|variable|state", "keep state"],
  },
  {
    line: "files.write(name,content) and files.read(name) keep files between runs",
    phrases: ["file … between|across|later|next run|script", "temporary|scratch file"],
  },
  {
    line: "results.read(handle,{path?,offset?,limit?}) reads a value that was too long to be returned",
    phrases: [
      "large|long|huge|truncated result|output|value",
      "result|output|value … truncated|cut",
      "result|output|value … too long|large|big",
      "rest|remainder of result|output|value",
      "result handle",
    ],
  },
  {
    line: "progress(message,fraction?) reports progress to the client",
    phrases: ["show|report|send|display progress $|while|during|to|from", "progress bar|notification|message"],
  },
  {
    line: "runs.list({limit?,outcome?,text?}) and runs.get(id) show earlier runs of scripts",
    phrases: ["earlier|past run", "previous|last run $|return", "script history|log", "run of … script"],
  },
  {
    line: "server.tool.raw(a), of an HTTP API, returns {content,_meta:{http:{status,headers}}}",
    phrases: ["response|http|link|limit header", "http|response status", "status code", "etag"],
    needs: "http",
  },
];
