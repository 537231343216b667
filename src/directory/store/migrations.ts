/** The Directory's tables, created in steps like those of gateway/store/migrations.ts. */
import { RECORD_TABLES } from "../../auth/record-table.ts";
import { type BaseStep, runSteps } from "../../lib/sql-steps.ts";
import { BEGUN_KEY_TABLES } from "./begun-key-table.ts";
import { KEY_TABLES } from "./key-table.ts";
import { LEASE_TABLES } from "./lease-table.ts";
import { PIN_TABLES } from "./pin-table.ts";
import { PRINCIPAL_TABLES } from "./principal-table.ts";
import { SETUP_TABLES } from "./setup-table.ts";
import { UPSTREAM_TABLES } from "./upstream-table.ts";

const BASE: BaseStep = {
  version: 6,
  tables: [
    KEY_TABLES,
    PRINCIPAL_TABLES,
    SETUP_TABLES,
    RECORD_TABLES,
    LEASE_TABLES,
    PIN_TABLES,
    UPSTREAM_TABLES,
    BEGUN_KEY_TABLES,
  ],
};

export function migrate(storage: DurableObjectStorage): void {
  runSteps(storage, BASE, []);
}
