/**
 * Opens a connection in the era that the server speaks. The client asks with `server/discover`, and goes on with `initialize` where that
 * is refused. What is here are the servers that neither answer nor refuse it.
 */
import { ProtocolError, SdkError, SdkErrorCode, type Client, type Transport } from "@modelcontextprotocol/client";
import { breaksOffNegotiation, wantsSignIn } from "./mcp-failures.ts";

/** `patient`: as `auto`, and the transport waits for the answer to `server/discover` as long as the client does. */
export type Negotiation = "auto" | "legacy" | "patient";

export interface ProbedTransport extends Transport {
  /** The server has not answered `server/discover`; the transport has refused it in its place. Absent where transports do not. */
  readonly hasIgnoredProbe?: boolean;
  /** As `hasIgnoredProbe`, also where the server has answered since. */
  readonly hasRefusedProbe?: boolean;
}

/** @param isGuessed tells of the last attempt whether the server itself had nothing to say of its era */
export async function openInEra(
  open: (negotiation: Negotiation) => Promise<Client>,
  { isRemote, isGuessed }: { readonly isRemote: boolean; readonly isGuessed: () => boolean },
): Promise<Client> {
  try {
    return await open("auto");
  } catch (error) {
    if (isRemote && breaksOffNegotiation(error)) {
      return await open("legacy").catch((second: unknown) => {
        throw wantsSignIn(second) ? second : error;
      });
    }
    // `initialize` is refused by a process that was slow to start and knows 2026-07-28 alone, or ends on `server/discover`.
    if (isRemote || !isGuessed() || !(error instanceof ProtocolError)) throw error;
    return await open("patient").catch((second: unknown) => {
      throw isTimeout(second) ? error : second;
    });
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}
