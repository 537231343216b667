/** The states of a page without content: loading, empty, or failed. */
import type { ComponentChildren } from "preact";
import type { RestProblem } from "../api.ts";
import type { Loading } from "../loading.ts";

export function ProblemNote({ problem, onRetry }: { readonly problem: RestProblem; readonly onRetry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>{problem.detail}</p>
      <p class="row">
        <code>{problem.code}</code>
        {onRetry && (
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        )}
      </p>
    </div>
  );
}

interface LoadedProps<T> {
  readonly of: Loading<T>;
  readonly retry: () => void;
  readonly children: (value: T) => ComponentChildren;
}

export function Loaded<T>({ of, retry, children }: LoadedProps<T>) {
  switch (of.state) {
    case "loading":
      return (
        <div class="skeleton" role="status">
          <span class="visually-hidden">Loading …</span>
          <i />
          <i />
          <i />
        </div>
      );
    case "failed":
      return <ProblemNote problem={of.problem} onRetry={retry} />;
    case "ready":
      return <>{children(of.value)}</>;
  }
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
