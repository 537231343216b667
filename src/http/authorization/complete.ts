/** Completes a sign-in: the client gets a code for the scopes that it requested and that the person has. */
import { authorizationErrorRedirect, type AuthRequest } from "@cloudflare/workers-oauth-provider";
import type { Context } from "hono";
import { scopesFor } from "../../auth/authorization-server/scopes.ts";
import { userIdOf } from "../../auth/authorization-server/user-id.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import type { AppEnv } from "../app-env.ts";
import type { AuthorizationContext } from "./authorization-context.ts";
import type { SignedIn } from "./sign-in-account.ts";

const NO_ROOM =
  "This principal has as many sign-ins as it may, and all of them may do more than this one; revoke some or sign in with a key that may do more";

/** @returns the address to send the browser to: the client's redirect URI, with a code or an error */
export async function complete(
  c: Context<AppEnv>,
  context: AuthorizationContext,
  request: AuthRequest,
  { principal, approver, standing }: SignedIn,
): Promise<string> {
  if (!(await gatewayOf(c.env, principal).makeRoomForGrant(approver))) {
    return authorizationErrorRedirect(request, "temporarily_unavailable", NO_ROOM);
  }
  const may = scopesFor(standing);
  const scope = may.filter((one) => request.scope.includes(one));
  const { redirectTo } = await context.api.completeAuthorization({
    request,
    userId: await userIdOf(principal, context.tagKey),
    // Schedules read the metadata; they have no token with which the sealed props could be opened.
    metadata: { approver },
    // Every grant includes reading.
    scope: scope.length > 0 ? [...scope] : ["read"],
    props: approver,
    // A client with a metadata document has one id on all machines of a person: by default the library ends the sign-ins of the others.
    revokeExistingGrants: false,
  });
  return redirectTo;
}
