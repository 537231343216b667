/** Line icons of 16 units. An icon always has a word beside it, so it is hidden from screen readers. */
const PATHS = {
  runs: "M2.5 4h11M2.5 8h7M2.5 12h9",
  play: "M5 3.2v9.6L12.8 8z",
  tools:
    "M10.5 2.5a3.5 3.5 0 0 0-3.2 5L2.8 12a1.2 1.2 0 0 0 1.7 1.7l4.5-4.5a3.5 3.5 0 0 0 4.4-4.6L11.2 6.8 9.4 5l2.1-2.300a3.5 3.5 0 0 0-1-.2z",
  upstreams: "M3 3.500h10v3.500H3zM3 9h10v3.500H3zM5.2 5.200h.01M5.2 10.700h.01",
  usage: "M3 13V8.500M6.4 13V4M9.7 13V6.500M13 13V3",
  hand: "M4.5 8V5a1 1 0 0 1 2 0v2.500V3.500a1 1 0 0 1 2 0v4V4.500a1 1 0 0 1 2 0v3.500V6.500a1 1 0 0 1 2 0v4a3.500 3.500 0 0 1-3.500 3.500h-1a3 3 0 0 1-2.500-1.300L3 9.700",
  key: "M5.5 8a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.400zM7.5 8.800L13.3 3M10.8 5.500l1.9 1.9",
  plug: "M6 2v3M10 2v3M4.5 5h7v2.500a3.5 3.5 0 0 1-7 0zM8 11v3",
  scripts: "M4 2.500h5.500L12.5 5.500v8H4zM9.3 2.700v3h3M6.3 9h4M6.3 11.200h2.5",
  shield: "M8 2.300l5 1.700v4c0 3-2.200 5-5 5.900C5.200 13 3 11 3 8V4z",
  clock: "M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.200l2 1.3",
  ok: "M3.5 8.500l3 3 6-7",
  failed: "M4 4l8 8M12 4l-8 8",
  refused: "M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM4.2 4.200l7.6 7.6",
  cancelled: "M4.5 4.500h7v7h-7z",
  interrupted: "M9 2L4 9h4l-1 5 5-7H8z",
  running: "M8 2.500a5.5 5.5 0 1 1-5.5 5.5",
  copy: "M6 5.500h7v8H6zM3 10.500v-8h7",
  open: "M6 4l4 4-4 4",
  search: "M7 2.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.300l3.2 3.2",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, class: className = "" }: { readonly name: IconName; readonly class?: string }) {
  return (
    <svg class={`icon icon-${name} ${className}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
