/** The state of a run, a call or a server, as an icon and a word: never by colour alone. */
import { Icon, type IconName } from "./icon.tsx";

type Tone = "ok" | "failed" | "refused" | "running" | "still";

interface Look {
  readonly icon: IconName;
  readonly tone: Tone;
}

const LOOKS: Readonly<Record<string, Look>> = {
  running: { icon: "running", tone: "running" },
  waiting: { icon: "clock", tone: "running" },
  approved: { icon: "ok", tone: "ok" },
  used: { icon: "ok", tone: "ok" },
  denied: { icon: "refused", tone: "failed" },
  expired: { icon: "clock", tone: "still" },
  void: { icon: "cancelled", tone: "still" },
  sent: { icon: "running", tone: "running" },
  ok: { icon: "ok", tone: "ok" },
  failed: { icon: "failed", tone: "failed" },
  refused: { icon: "refused", tone: "refused" },
  cancelled: { icon: "cancelled", tone: "still" },
  paused: { icon: "cancelled", tone: "still" },
  interrupted: { icon: "interrupted", tone: "refused" },
  unknown: { icon: "interrupted", tone: "refused" },
};

export function Badge({ state }: { readonly state: string }) {
  const { icon, tone } = LOOKS[state] ?? { icon: "cancelled", tone: "still" };
  return <Mark icon={icon} tone={tone} word={state} />;
}

export function Mark({ icon, tone, word }: Look & { readonly word: string }) {
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}

export function toneOf(state: string): Tone {
  return LOOKS[state]?.tone ?? "still";
}
