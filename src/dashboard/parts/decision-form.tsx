/** The buttons by which a person approves or denies the ticked calls of a run, for how long, and with which reason. */
import { useState } from "preact/hooks";
import { Choice } from "./choice.tsx";

export type Decision =
  | { readonly decision: "approve"; readonly for: string | { readonly minutes: number } }
  | { readonly decision: "deny"; readonly reason?: string };

interface Props {
  /** Number of the calls that are decided. */
  readonly count: number;
  readonly hasPackages: boolean;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}

export function DecisionForm({ count, hasPackages, isBusy, onDecide }: Props) {
  const [reason, setReason] = useState("");
  const [lasting, setLasting] = useState("once");
  const isDisabled = isBusy || count === 0;
  const approve = (): void => {
    const minutes = Number(lasting);
    onDecide({ decision: "approve", for: Number.isNaN(minutes) ? lasting : { minutes } });
  };
  const deny = (): void => onDecide({ decision: "deny", ...(reason !== "" && { reason }) });
  return (
    <>
      <p class="row">
        <button type="button" class="primary" disabled={isDisabled} onClick={approve}>
          Approve {count}
        </button>
        <Choice
          label="for"
          class="row"
          options={hasPackages ? FOR_PACKAGES : FOR_CALLS}
          value={lasting}
          onChange={setLasting}
        />
      </p>
      <p class="row">
        <button type="button" class="danger" disabled={isDisabled} onClick={deny}>
          Deny {count}
        </button>
        <label class="row">
          because
          <input
            value={reason}
            maxLength={1_000}
            placeholder="reason for the script"
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
      </p>
    </>
  );
}

const FOR_PACKAGES = [
  ["once", "this script"],
  ["run", "this run"],
  ["15", "15 minutes"],
  ["60", "an hour"],
  ["session", "the client's session"],
  ["always", "until withdrawn"],
] as const;

const FOR_CALLS = [
  ["once", "these calls"],
  ["run", "the tool in this run"],
  ["15", "the tool, 15 minutes"],
  ["60", "the tool, an hour"],
] as const;
