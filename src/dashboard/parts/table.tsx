/** A table with a caption for screen readers and a row of column headings. */
import type { ComponentChildren } from "preact";

interface Column {
  readonly label: string;
  readonly isNumber?: boolean;
  readonly title?: string;
  /** Text for screen readers alone, after the label. */
  readonly hidden?: string;
}

export const ACTIONS: Column = { label: "", hidden: "Actions" };

interface Props {
  readonly caption: string;
  readonly class: string;
  readonly columns: readonly (string | Column)[];
  /** The rows. */
  readonly children: ComponentChildren;
}

export function Table({ caption, class: className, columns, children }: Props) {
  return (
    <table class={className}>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column} {...(typeof column === "string" ? { label: column } : column)} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Heading({ label, isNumber = false, title, hidden }: Column) {
  return (
    <th scope="col" {...(isNumber && { class: "number" })} {...(title !== undefined && { title })}>
      {label}
      {hidden !== undefined && <span class="visually-hidden">{hidden}</span>}
    </th>
  );
}
