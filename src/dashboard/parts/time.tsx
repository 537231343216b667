/** A time relative to now; its title has the date. */
import { ago, moment } from "../format.ts";

export function Time({ at, now }: { readonly at: string; readonly now: number }) {
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at, now)}
    </time>
  );
}
