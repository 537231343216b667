/** The tokens that a run kept out of the model's context, as a share of the tokens of its results and tool definitions. */
import { count, short } from "../format.ts";
import type { Tokens } from "../rest.ts";
import { Fact } from "./facts.tsx";

export function TokenBar({
  tokens: { results, definitions, returned, kept_out: keptOut },
}: {
  readonly tokens: Tokens;
}) {
  const all = results + definitions;
  if (all === 0) return null;
  const title = `Results ${count(results)} + tool definitions ${count(definitions)} − returned ${count(returned)} tokens (o200k, estimated)`;
  return (
    <Fact name="Tokens kept out">
      <span class="token-bar" title={title}>
        <b>{short(keptOut)}</b>
        <span class="muted"> of {short(all)}</span>
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" width="100" height="4" aria-hidden="true">
          <rect class="track" width="100" height="4" />
          <rect class="fill" width={(100 * keptOut) / all} height="4" />
        </svg>
      </span>
    </Fact>
  );
}
