/** Implements `RunGateway` with the stub of the principal's Gateway: requests of a run are made with its credentials, origin and trigger. */
import { isNarrowed, type Principal } from "../auth/principal.ts";
import type { OpenRun, RunGateway } from "../runs/run-gateway.ts";
import type { Trigger } from "../schedules/schedule.ts";
import type { PolicyInForce } from "../enforcement/policy-in-force.ts";
import { isErased, type GatewayStub } from "./gateway-stub.ts";

/**
 * @param origin the gateway's origin as the client knows it; links begin with it
 * @param trigger the trigger of a scheduled run; undefined for any other run
 * @param policy tells without a request whether the policy has to admit a run
 */
export function gatewayForRun(
  gateway: GatewayStub,
  { id, access, credential }: Principal,
  origin: string,
  { trigger, policy }: { readonly trigger?: Trigger | undefined; readonly policy: PolicyInForce | undefined },
): RunGateway {
  const granted = { access, origin, principal: id, ...(credential !== undefined && { credential }) };
  return {
    async admit(opening, request) {
      // A script that another one calls is part of that one's run.
      const rules = opening.parent === undefined ? policy?.compiled.rulesFor("execute_code").rules : undefined;
      if (rules === undefined || rules.length === 0) return undefined;
      return gateway.admitRun(opening, { ...granted, ...(request && { request }) });
    },
    async open(request, opening, control) {
      const durable = request.durable && { ...request.durable, ...(trigger && { trigger }) };
      const opened = gateway.openRun({ ...request, ...granted, ...(durable && { durable }) }, opening, control);
      // A promise of RPC has the methods of what it resolves to: both questions take one round trip.
      const begun = (opened as unknown as OpenRun).begin();
      // The caller that awaits `host` gets the failure first.
      begun.catch(() => undefined);
      return { host: await opened, begun };
    },
    detach: ({ args, opening }) =>
      gateway.detachRun({ args, opening, owner: granted, isDetached: true, ...(trigger && { trigger }) }),
    resume: (run, ms, client) => gateway.resumeRun(run, access, ms, client),
    record: (opening, ending, state) => gateway.recordRun(opening, ending, state),
    script: (name, version) => gateway.getScript(name, version),
    results: gateway,
    schedules: {
      owner: granted,
      list: () => gateway.listSchedules(),
      get: (name) => gateway.getSchedule(name),
      put: (schedule, isActive, base) => gateway.putSchedule(schedule, isActive, trigger, base && { by: access, base }),
      executions: (name) => gateway.listExecutions(name),
      remove: (name) => gateway.removeSchedule(name, access),
      setActive: (name, isActive) => gateway.setScheduleActive(name, isActive, access, trigger),
      trigger: (name, atMost) => gateway.triggerSchedule(name, access, { atMost, ...(trigger && { from: trigger }) }),
    },
    runs: gateway,
    scripts: {
      list: () => gateway.listScripts(),
      save: isNarrowed(access) ? undefined : (script, base) => gateway.saveScript(script, base),
    },
    isErased,
    store: gateway,
    files: gateway,
  };
}
