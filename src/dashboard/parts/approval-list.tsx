/** Approvals with their states: who decided, when and how, and the reason that was given. */
import { approvalTitle } from "../../contract/approval-title.ts";
import { ago, moment } from "../format.ts";
import { useNow } from "../live.ts";
import type { Approval } from "../rest.ts";
import { runPath } from "../router.ts";
import { Badge } from "./badge.tsx";

const CLOCK_MS = 10_000;

interface Props {
  readonly approvals: readonly Approval[];
  /** Links to the runs; false on a page about one run. */
  readonly showsRun?: boolean;
  /** Offers to withdraw approvals for minutes. */
  readonly onWithdraw?: (id: string) => void;
}

export function ApprovalList({ approvals, showsRun = false, onWithdraw }: Props) {
  const now = useNow(CLOCK_MS);
  return (
    <ul class="tools">
      {approvals.map((approval) => {
        const { id, run, state, requested_at, decided_at, decided_by, decided_via, lasts_until, said } = approval;
        return (
          <li key={id} class="tool">
            <div class="tool-head">
              <Badge state={state} />
              <strong>{approvalTitle(approval)}</strong>
              {showsRun && <a href={runPath(run)}>{run}</a>}
              {decided_at === undefined ? (
                <span class="muted" title={moment(requested_at)}>
                  requested {ago(requested_at, now)}
                </span>
              ) : (
                <span class="muted" title={moment(decided_at)}>
                  decided {ago(decided_at, now)} by {decided_by ?? "a person"} ({decided_via})
                </span>
              )}
              {lasts_until !== undefined && <span class="muted">holds until {moment(lasts_until)}</span>}
              {lasts_until !== undefined && onWithdraw && (
                <button type="button" onClick={() => onWithdraw(id)}>
                  Withdraw
                </button>
              )}
            </div>
            {said !== undefined && <p>{said}</p>}
          </li>
        );
      })}
    </ul>
  );
}
