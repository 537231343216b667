/** The parts of the principal's Gateway that a run uses: opening and recording the run, and the values its script stores. */
import type { Principal } from "../auth/principal.ts";
import type { RunGateway } from "../runs/run-gateway.ts";
import type { Trigger } from "../schedules/schedule.ts";
import { isErased } from "./gateway-stub.ts";
import type { GatewayStub } from "./gateway-stub.ts";

/**
 * @param origin the gateway's origin as the client knows it; links begin with it
 * @param trigger the trigger of a scheduled run; undefined for any other run
 */
export function createRunGateway(
  gateway: GatewayStub,
  { id, access, credential }: Principal,
  origin: string,
  trigger?: Trigger,
): RunGateway {
  const granted = { access, origin, ...(credential !== undefined && { credential }) };
  return {
    open: (request, opening, control) => gateway.openRun({ ...request, ...granted }, opening, control),
    record: (opening, ending, state) => gateway.recordRun(opening, ending, state),
    script: (name, version) => gateway.getScript(name, version),
    results: { read: (run, of, part) => gateway.readResult(run, of, part) },
    schedules: {
      owner: { principal: id, ...granted },
      list: () => gateway.listSchedules(),
      get: (name) => gateway.getSchedule(name),
      put: (schedule, isActive) => gateway.putSchedule(schedule, isActive, trigger),
      remove: (name) => gateway.removeSchedule(name, access),
      setActive: (name, isActive) => gateway.setScheduleActive(name, isActive, access, trigger),
      trigger: (name, atMost) => gateway.triggerSchedule(name, access, { atMost, ...(trigger && { from: trigger }) }),
    },
    isErased,
    store: {
      get: (key) => gateway.getValue(key),
      put: (key, value) => gateway.putValue(key, value),
      delete: (key) => gateway.deleteValue(key),
      keys: () => gateway.listKeys(),
    },
  };
}
