/** The list of saved scripts. */
import { useGet } from "../loading.ts";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Loaded } from "../parts/states.tsx";
import type { ScriptSummary } from "../rest.ts";
import { BASE, scriptPath } from "../router.ts";

export function ScriptsPage() {
  const [loading, reload] = useGet<{ readonly scripts: readonly ScriptSummary[] }>("scripts");
  return (
    <>
      <PageHead title="Scripts">
        <a class="button primary" href={`${BASE}/playground`}>
          Write a script
        </a>
      </PageHead>
      <Loaded of={loading} retry={reload}>
        {({ scripts }) => (scripts.length === 0 ? <NoneYet /> : <Scripts scripts={scripts} />)}
      </Loaded>
    </>
  );
}

function NoneYet() {
  return (
    <Empty title="No saved scripts yet">
      <p>
        Save a good run under a name: on the page of a <a href={BASE}>run</a>, or from the{" "}
        <a href={`${BASE}/playground`}>playground</a>. Clients run it as <code>execute_code {"{ script }"}</code>, other
        scripts as <code>scripts.name(input)</code>.
      </p>
    </Empty>
  );
}

function Scripts({ scripts }: { readonly scripts: readonly ScriptSummary[] }) {
  return (
    <ul class="tools">
      {scripts.map(({ name, version, description, expose }) => (
        <li key={name} class="tool">
          <div class="tool-head">
            <h2>
              <a href={scriptPath(name)}>{name}</a>
            </h2>
            <span class="muted">version {version}</span>
            {expose !== "none" && <span class="tag">{expose}</span>}
          </div>
          {description !== "" && <p class="description clamped">{description}</p>}
        </li>
      ))}
    </ul>
  );
}
