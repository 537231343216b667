/** The frame of every page: skip link, navigation, and the signed-in person. It moves the focus to a page's heading when the page opens. */
import { useEffect, useRef, useState } from "preact/hooks";
import { visibleText } from "../lib/visible-text.ts";
import { useWaitingCount } from "./approval-count.ts";
import { ConnectDialog } from "./parts/connect.tsx";
import { Icon, type IconName } from "./parts/icon.tsx";
import { pageAt } from "./pages.tsx";
import type { Session } from "./rest.ts";
import { BASE, usePlace } from "./router.ts";

interface Link {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  readonly adminOnly?: boolean;
}

const LINKS: readonly Link[] = [
  { path: "", label: "Runs", icon: "runs" },
  { path: "approvals", label: "Approvals", icon: "hand" },
  { path: "playground", label: "Playground", icon: "play" },
  { path: "tools", label: "Tools", icon: "tools" },
  { path: "upstreams", label: "Upstreams", icon: "upstreams" },
  { path: "scripts", label: "Scripts", icon: "scripts" },
  { path: "schedules", label: "Schedules", icon: "clock" },
  { path: "policy", label: "Policy", icon: "shield", adminOnly: true },
  { path: "usage", label: "Usage", icon: "usage" },
  { path: "keys", label: "Keys", icon: "key", adminOnly: true },
];

export function Shell({ session }: { readonly session: Session }) {
  const place = usePlace();
  const { section, title, view } = pageAt(place, session);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    document.title = visibleText(`${title} · Isogate`);
    if (first.current) {
      first.current = false;
      return;
    }
    scrollTo(0, 0);
    main.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [place.path]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Side session={session} section={section} />
      <main id="main" ref={main} tabIndex={-1}>
        {view}
      </main>
    </div>
  );
}

function Side({ session, section }: { readonly session: Session; readonly section: string }) {
  const [connecting, setConnecting] = useState(false);
  const waiting = useWaitingCount();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(nav.current), [section]);
  return (
    <header class="side">
      <a class="brand" href={BASE}>
        <img src="/dashboard/assets/icon.svg" alt="" width="22" height="22" />
        <span>Isogate</span>
      </a>
      <nav aria-label="Pages" ref={nav}>
        <ul>
          {LINKS.filter(({ adminOnly }) => adminOnly !== true || session.role === "admin").map(
            ({ path, label, icon }) => (
              <li key={path}>
                <a
                  href={path === "" ? BASE : `${BASE}/${path}`}
                  {...(section === path && { "aria-current": "page" as const })}
                >
                  <Icon name={icon} />
                  {label}
                  {path === "approvals" && waiting > 0 && <WaitingMark count={waiting} />}
                </a>
              </li>
            ),
          )}
        </ul>
      </nav>
      <div class="who">
        <button type="button" onClick={() => setConnecting(true)}>
          <Icon name="plug" />
          <span class="label">Connect a client</span>
        </button>
        <SignedIn session={session} />
      </div>
      {connecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </header>
  );
}

function WaitingMark({ count }: { readonly count: number }) {
  return (
    <span class="tag" title={`${count} waiting`}>
      {count}
    </span>
  );
}

/**
 * Scrolls the navigation, which is a strip on a phone, to the current link. scrollIntoView would make the browser continue from there at
 * the next Tab.
 */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector("[aria-current]")?.getBoundingClientRect();
  if (nav === null || current === undefined) return;
  const strip = nav.getBoundingClientRect();
  nav.scrollLeft += current.left - strip.left - (strip.width - current.width) / 2;
}

function SignedIn({ session: { principal, label, role, by_cookie } }: { readonly session: Session }) {
  return (
    <div class="signed-in">
      <p class="ellipsis" title={`${label}, principal ${principal}`}>
        {label}
      </p>
      <span class="muted role">{role}</span>
      {by_cookie && (
        <form method="post" action="/dashboard/sign-out">
          <button type="submit" class="quiet">
            Sign out
          </button>
        </form>
      )}
    </div>
  );
}
