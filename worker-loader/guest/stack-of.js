const MAX_STACK_LENGTH = 4_096;

/** The script may have replaced the way stacks are made. @param {Error} error @returns {string | undefined} */
export function stackOf(error) {
  try {
    const { stack } = error;
    return typeof stack === "string" ? stack.slice(0, MAX_STACK_LENGTH) : undefined;
  } catch {
    return undefined;
  }
}
