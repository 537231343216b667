/** Text of scripts, logs and values: what is spelled out because it cannot be seen is marked, so that it differs from the same text typed. */
import { visibleParts } from "../../lib/visible-text.ts";

export function Text({ of }: { readonly of: string }) {
  const parts = visibleParts(of);
  if (parts.every(({ hidden }) => !hidden)) return <>{of}</>;
  return (
    <>
      {parts.map(({ text, hidden }, index) =>
        hidden ? (
          <span
            key={index}
            class="hidden-character"
            title="This character cannot be seen, or changes how others are seen."
          >
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </>
  );
}
