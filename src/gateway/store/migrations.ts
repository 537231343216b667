/** The Gateway's tables, as numbered steps; see sql-steps.ts. */
import { RECORD_TABLES } from "../../auth/record-table.ts";
import { runSteps } from "../../lib/sql-steps.ts";
import {
  APPROVAL_ACCESS,
  APPROVAL_SCRIPTS,
  APPROVAL_CHANNEL_COLUMNS,
  APPROVAL_INDEXES,
  APPROVAL_INPUTS,
  APPROVAL_REDACTIONS,
  APPROVAL_TABLES,
  APPROVAL_UPSTREAMS,
  GRANT_APPROVALS,
} from "./approval-table.ts";
import { DURABLE_RUN_TABLES } from "./durable-run-table.ts";
import { CALL_MISMATCHES, CALL_QUESTIONS, CALL_RULINGS, CALL_TABLES } from "./call-table.ts";
import { COUNTER_TABLES } from "./counter-table.ts";
import { DATA_TOKEN_TABLES } from "./data-token-table.ts";
import { FILE_TABLES } from "./file-table.ts";
import { HISTORY_TABLES } from "./call-history-table.ts";
import { CATALOG_TABLES, SHAPE_TABLES } from "./catalog-table.ts";
import { CREDENTIAL_TABLES } from "./credential-table.ts";
import { LOG_LEVEL_TABLES } from "./log-level-table.ts";
import { KEY_TABLES } from "./key-table.ts";
import { HANDLE_TABLES } from "./handle-table.ts";
import { PACKAGE_GRANT_TABLES } from "./package-grant-table.ts";
import { PART_TABLES } from "./part-table.ts";
import { RUN_PARENTS, RUN_SESSIONS, RUN_TABLES, RUN_UNKNOWN_CALLS } from "./run-table.ts";
import { SCHEDULE_INDEXES, SCHEDULE_RUN_TABLES, SCHEDULE_TABLES, SCHEDULE_WAITS } from "./schedule-table.ts";
import { REMOVED_SCRIPTS, SCRIPT_OTHERS, SCRIPT_TABLES } from "./script-table.ts";
import { STORE_TABLES } from "./store-table.ts";
import { SUBSCRIPTION_TABLES } from "./subscription-table.ts";
import { TEXT_TABLES } from "./text-table.ts";
import { UPSTREAM_ENTRY_TABLES } from "./upstream-entry-table.ts";
import { USAGE_TABLES } from "./usage.ts";
import { VECTOR_TABLES } from "./vector-table.ts";

const STEPS: readonly string[] = [
  CATALOG_TABLES,
  SHAPE_TABLES,
  VECTOR_TABLES,
  KEY_TABLES,
  CREDENTIAL_TABLES,
  RUN_TABLES + CALL_TABLES + TEXT_TABLES,
  HANDLE_TABLES + STORE_TABLES,
  RECORD_TABLES,
  PART_TABLES,
  SCRIPT_TABLES,
  SCHEDULE_TABLES,
  SCHEDULE_INDEXES,
  SCRIPT_OTHERS,
  RUN_UNKNOWN_CALLS,
  CALL_RULINGS + RUN_SESSIONS + COUNTER_TABLES + HISTORY_TABLES,
  DURABLE_RUN_TABLES + APPROVAL_TABLES,
  CALL_MISMATCHES,
  FILE_TABLES,
  SCHEDULE_RUN_TABLES,
  DATA_TOKEN_TABLES,
  LOG_LEVEL_TABLES,
  APPROVAL_INPUTS,
  PACKAGE_GRANT_TABLES,
  APPROVAL_INDEXES,
  SUBSCRIPTION_TABLES,
  SCHEDULE_WAITS,
  REMOVED_SCRIPTS,
  GRANT_APPROVALS,
  APPROVAL_CHANNEL_COLUMNS,
  CALL_QUESTIONS,
  APPROVAL_REDACTIONS,
  UPSTREAM_ENTRY_TABLES + APPROVAL_UPSTREAMS,
  APPROVAL_ACCESS,
  USAGE_TABLES,
  APPROVAL_SCRIPTS,
  RUN_PARENTS,
];

export function migrate(storage: DurableObjectStorage): void {
  runSteps(storage, STEPS);
}
