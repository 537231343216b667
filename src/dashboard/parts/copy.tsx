/** A button that copies a text and confirms it. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface Copy {
  readonly text: string;
  /** The name of what is copied, for screen readers. */
  readonly what: string;
}

export function CopyButton({ text, what }: Copy) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return undefined;
    const timer = setTimeout(() => setSaid(""), 2_000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Not allowed"),
    );
  };
  return (
    <button type="button" class="quiet copy" onClick={copy}>
      <Icon name="copy" />
      <span aria-live="polite">{said === "" ? "Copy" : said}</span>
      <span class="visually-hidden"> {what}</span>
    </button>
  );
}
