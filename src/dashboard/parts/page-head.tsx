/** The head of a page: its title, which gets the focus when the page opens, and its actions. */
import type { ComponentChildren } from "preact";

interface Head {
  readonly title: string;
  /** True if the title is a line of a script. */
  readonly isCode?: boolean;
  readonly children?: ComponentChildren;
}

export function PageHead({ title, isCode = false, children }: Head) {
  return (
    <div class="page-head">
      <h1 tabIndex={-1} {...(isCode && { class: "mono" })}>
        {title}
      </h1>
      {children !== undefined && <div class="actions">{children}</div>}
    </div>
  );
}
