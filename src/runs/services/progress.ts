/** `progress(message, fraction?)`: how far a script is, for a client that wants to know. */
import * as z from "zod";
import { service, type Services } from "./service.ts";

export interface Progress {
  readonly message: string;
  /** From 0 to 1. */
  readonly fraction?: number | undefined;
}

const schema = z.strictObject({ message: z.string().max(2_000), fraction: z.number().min(0).max(1).optional() });

/** @param tell undefined where no client listens */
export function progressService(tell: ((progress: Progress) => void) | undefined): Services {
  return {
    progress: service(schema, "progress(message, fraction?) takes a text and a number from 0 to 1.", (progress) => {
      tell?.(progress);
      return { ok: true, value: null };
    }),
  };
}
