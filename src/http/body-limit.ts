/** A bound for bodies, refused in the form of the route. */
import { bodyLimit } from "hono/body-limit";
import { refuse } from "./refuse.ts";

export function atMost(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: (c) => refuse(c, { status: 413, code: "TOO_LARGE", detail: `A body here has at most ${maxSize} bytes.` }),
  });
}
