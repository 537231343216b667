/** The page for an unknown address. */
import { PageHead } from "../parts/page-head.tsx";
import { Empty } from "../parts/states.tsx";
import { BASE } from "../router.ts";

export function NotFoundPage() {
  return (
    <>
      <PageHead title="Not found" />
      <Empty title="There is no page at this address">
        <p>
          <a href={BASE}>Go to the runs</a>
        </p>
      </Empty>
    </>
  );
}
