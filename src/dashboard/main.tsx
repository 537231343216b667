/** The entry of the dashboard: reads the session, then renders the pages. */
import { render } from "preact";
import { get } from "./api.ts";
import type { Session } from "./rest.ts";
import { Shell } from "./shell.tsx";
import { showHiddenCharacters } from "./show-hidden.ts";
import { ProblemNote } from "./parts/states.tsx";

showHiddenCharacters();
const answer = await get<Session>("/dashboard/session");
render(
  answer.ok ? (
    <Shell session={answer.value} />
  ) : (
    <ProblemNote problem={answer.error} onRetry={() => location.reload()} />
  ),
  document.body,
);
