/** The Gateway's tables, as numbered steps; see sql-steps.ts. */
import { RECORD_TABLES } from "../../auth/record-table.ts";
import { type BaseStep, runSteps } from "../../lib/sql-steps.ts";
import { APPROVAL_TABLES } from "./approval-table.ts";
import { DURABLE_RUN_TABLES } from "./durable-run-table.ts";
import { CALL_TABLES } from "./call-table.ts";
import { COUNTER_TABLES } from "./counter-table.ts";
import { DATA_TOKEN_TABLES } from "./data-token-table.ts";
import { FILE_TABLES } from "./file-table.ts";
import { HISTORY_TABLES } from "./call-history-table.ts";
import { CATALOG_TABLES } from "./catalog-table.ts";
import { CREDENTIAL_TABLES } from "./credential-table.ts";
import { LOG_LEVEL_TABLES } from "./log-level-table.ts";
import { KEY_TABLES } from "./key-table.ts";
import { HANDLE_TABLES } from "./handle-table.ts";
import { PACKAGE_GRANT_TABLES } from "./package-grant-table.ts";
import { PART_TABLES } from "./part-table.ts";
import { RUN_TABLES } from "./run-table.ts";
import { SCHEDULE_TABLES } from "./schedule-table.ts";
import { SCRIPT_TABLES } from "./script-table.ts";
import { STORE_TABLES } from "./store-table.ts";
import { SUBSCRIPTION_TABLES } from "./subscription-table.ts";
import { TEXT_TABLES } from "./text-table.ts";
import { UPSTREAM_ENTRY_TABLES } from "./upstream-entry-table.ts";
import { USAGE_TABLES } from "./usage.ts";
import { VECTOR_TABLES } from "./vector-table.ts";

const BASE: BaseStep = {
  version: 36,
  tables: [
    CATALOG_TABLES,
    VECTOR_TABLES,
    KEY_TABLES,
    CREDENTIAL_TABLES,
    RUN_TABLES,
    CALL_TABLES,
    TEXT_TABLES,
    HANDLE_TABLES,
    STORE_TABLES,
    RECORD_TABLES,
    PART_TABLES,
    SCRIPT_TABLES,
    SCHEDULE_TABLES,
    COUNTER_TABLES,
    HISTORY_TABLES,
    DURABLE_RUN_TABLES,
    APPROVAL_TABLES,
    FILE_TABLES,
    DATA_TOKEN_TABLES,
    LOG_LEVEL_TABLES,
    PACKAGE_GRANT_TABLES,
    SUBSCRIPTION_TABLES,
    UPSTREAM_ENTRY_TABLES,
    USAGE_TABLES,
  ],
};

export function migrate(storage: DurableObjectStorage): void {
  runSteps(storage, BASE, []);
}
