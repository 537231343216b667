/** All commands, in the order in which help lists them. */
import { call } from "./commands/call.ts";
import { approvalsApprove, approvalsDeny, approvalsList, approvalsWithdraw } from "./commands/approvals.ts";
import { codeExec } from "./commands/code-exec.ts";
import { doctor } from "./commands/doctor.ts";
import { filesDelete, filesGet, filesList } from "./commands/files.ts";
import { health } from "./commands/health.ts";
import { importCommand } from "./commands/import.ts";
import { keysCreate, keysList, keysRevoke } from "./commands/keys.ts";
import { login, logout } from "./commands/login.ts";
import { packagesList, packagesWithdraw } from "./commands/packages.ts";
import { pinsAccept, pinsHold, pinsList } from "./commands/pins.ts";
import { policyExplain, policyShow, policySuggest, policyTest, policyValidate } from "./commands/policy.ts";
import { runsCancel, runsExport, runsList, runsReplay, runsShow, runsTail } from "./commands/runs.ts";
import {
  schedulesCreate,
  schedulesExecutions,
  schedulesList,
  schedulesPause,
  schedulesRemove,
  schedulesResume,
  schedulesRun,
  schedulesUpdate,
} from "./commands/schedules.ts";
import { scriptsPush } from "./commands/scripts-push.ts";
import { scriptsList, scriptsRemove, scriptsRun, scriptsSave, scriptsShow } from "./commands/scripts.ts";
import { search } from "./commands/search.ts";
import { tools } from "./commands/tools.ts";
import { tunnel } from "./commands/tunnel.ts";
import { types } from "./commands/types.ts";
import {
  upstreamsAdd,
  upstreamsConnect,
  upstreamsDisable,
  upstreamsDisconnect,
  upstreamsEnable,
  upstreamsList,
  upstreamsRefresh,
  upstreamsRemove,
} from "./commands/upstreams.ts";
import type { Command } from "./command.ts";

export const COMMANDS: readonly Command[] = [
  codeExec,
  call,
  ...[runsList, runsShow, runsTail, runsReplay, runsCancel, runsExport],
  ...[approvalsList, approvalsApprove, approvalsDeny, approvalsWithdraw],
  ...[packagesList, packagesWithdraw],
  ...[search, tools, types],
  ...[upstreamsList, upstreamsConnect, upstreamsDisconnect, tunnel],
  ...[upstreamsAdd, upstreamsRemove, upstreamsDisable, upstreamsEnable, upstreamsRefresh],
  ...[scriptsList, scriptsShow, scriptsSave, scriptsPush, scriptsRun, scriptsRemove],
  ...[filesList, filesGet, filesDelete],
  ...[
    schedulesList,
    schedulesCreate,
    schedulesUpdate,
    schedulesExecutions,
    schedulesPause,
    schedulesResume,
    schedulesRun,
    schedulesRemove,
  ],
  ...[policyShow, policyExplain, policyTest, policySuggest, policyValidate],
  ...[pinsList, pinsAccept, pinsHold],
  ...[keysCreate, keysList, keysRevoke],
  ...[login, logout, health, doctor, importCommand],
];
