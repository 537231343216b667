const MAX_STACK_LENGTH = 4_096;
const IN_SCRIPT = /^ {4}at .*\bscript\.js:\d+:\d+\)?$/;

/** The script may have replaced the way stacks are made. @param {Error} error @returns {string | undefined} */
export function stackOf(error) {
  try {
    const { stack } = error;
    return typeof stack === "string" ? stack.slice(0, MAX_STACK_LENGTH) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Error} error @returns {string | undefined} its stack from the first place in the script on; undefined if there is none */
export function scriptFramesOf(error) {
  const lines = stackOf(error)?.split("\n") ?? [];
  const first = lines.findIndex((line) => IN_SCRIPT.test(line));
  return first === -1 ? undefined : lines.slice(first).join("\n");
}
