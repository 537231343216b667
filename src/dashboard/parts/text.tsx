/** Shows text of scripts, logs and values. Invisible characters are shown as marked codes, so that they differ from the same code typed as text. */
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
            title="This character is invisible, or changes how other characters are displayed."
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
