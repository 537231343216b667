// Reads the stacks of errors. The script may have replaced the way they are made, and an error that was thrown may be any value.

const MAX_STACK_LENGTH = 4_096;
const MAX_FRAMES_LENGTH = 16_384;
/** Characters by which the message is found in the stack. */
const MAX_COMPARED = 200;
const FRAME_BEGIN = "\n    at ";
const IN_SCRIPT = /^ {4}at .*\bscript\.js:\d+:\d+\)?$/;

/** @param {Error} error one of the harness, without a message @returns {string | undefined} */
export function stackOf(error) {
  try {
    const { stack } = error;
    return typeof stack === "string" ? stack.slice(0, MAX_STACK_LENGTH) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The frames of the stack: a long message in front of them would leave no room for them, and lines of a message can look like frames.
 * @param {unknown} thrown @returns {string | undefined}
 */
export function framesOf(thrown) {
  try {
    if (!(thrown instanceof Error)) return undefined;
    const { stack, message } = thrown;
    if (typeof stack !== "string") return undefined;
    // The stack has the message that the error was made with, which may have been replaced since. Its beginning is enough to find it: searching
    // for one of millions of characters takes hundreds of milliseconds.
    const header = typeof message === "string" ? stack.indexOf(message.slice(0, MAX_COMPARED)) : -1;
    const from = header === -1 ? 0 : header + (stack.startsWith(message, header) ? message.length : MAX_COMPARED);
    const firstFrame = stack.indexOf(FRAME_BEGIN, from);
    return stack.slice(firstFrame === -1 ? from : firstFrame + 1).slice(0, MAX_FRAMES_LENGTH);
  } catch {
    return undefined;
  }
}

/** @param {unknown} thrown @returns {string[]} the frames from the first one in the script on */
export function scriptFramesOf(thrown) {
  const lines = framesOf(thrown)?.split("\n") ?? [];
  const first = lines.findIndex((line) => IN_SCRIPT.test(line));
  return first === -1 ? [] : lines.slice(first);
}
