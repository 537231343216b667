/** Reads a line from the terminal without showing it. */
import process from "node:process";

/** @returns undefined if the person cancelled with Ctrl-C or Ctrl-D */
export function readSecret(prompt: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  let typed = "";
  return new Promise((resolve) => {
    const end = (value: string | undefined): void => {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      resolve(value);
    };
    const read = (text: string): void => {
      for (const one of text) {
        if (one === "\r" || one === "\n") return end(typed);
        if (one === "\u0003" || one === "\u0004") return end(undefined);
        typed = one === "\u007f" || one === "\b" ? typed.slice(0, -1) : typed + one;
      }
    };
    stdin.on("data", read);
  });
}
