/** Maps paths to pages. */
import type { ComponentChildren } from "preact";
import { ApprovalsPage } from "./pages/approvals.tsx";
import { KeysPage } from "./pages/keys.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { PlaygroundPage } from "./pages/playground.tsx";
import { PolicyPage } from "./pages/policy.tsx";
import { RunPage } from "./pages/run.tsx";
import { RunsPage } from "./pages/runs.tsx";
import { SchedulesPage } from "./pages/schedules.tsx";
import { ScriptPage } from "./pages/script.tsx";
import { ScriptsPage } from "./pages/scripts.tsx";
import { ToolsPage } from "./pages/tools.tsx";
import { UpstreamsPage } from "./pages/upstreams.tsx";
import { UsagePage } from "./pages/usage.tsx";
import type { Session } from "./rest.ts";
import type { Place } from "./router.ts";

interface Page {
  /** The path of the navigation link to this section. */
  readonly section: string;
  readonly title: string;
  readonly view: ComponentChildren;
}

export function pageAt({ path, query }: Place, session: Session): Page {
  const [section = "", of, more] = path.split("/").map(decoded);
  if (more === undefined && of !== undefined) {
    if (section === "runs") return { section: "", title: `Run ${of}`, view: <RunPage key={of} id={of} /> };
    if (section === "scripts") return { section, title: of, view: <ScriptPage key={of} name={of} /> };
  }
  if (of !== undefined) return { section: "none", title: "Not found", view: <NotFoundPage /> };
  switch (section) {
    case "":
    case "runs":
      return { section: "", title: "Runs", view: <RunsPage query={query} /> };
    case "approvals":
      return { section, title: "Approvals", view: <ApprovalsPage /> };
    case "playground":
      return { section, title: "Playground", view: <PlaygroundPage query={query} /> };
    case "tools":
      return { section, title: "Tools", view: <ToolsPage query={query} /> };
    case "upstreams":
      return { section, title: "Upstreams", view: <UpstreamsPage session={session} /> };
    case "scripts":
      return { section, title: "Scripts", view: <ScriptsPage /> };
    case "schedules":
      return { section, title: "Schedules", view: <SchedulesPage /> };
    case "policy":
      return { section, title: "Policy", view: <PolicyPage /> };
    case "usage":
      return { section, title: "Usage", view: <UsagePage /> };
    case "keys":
      return { section, title: "Keys", view: <KeysPage session={session} /> };
    default:
      return { section: "none", title: "Not found", view: <NotFoundPage /> };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
