import process from "node:process";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { buildConfigFiles } from "./scripts/build-config-files.mjs";
import { buildGuest } from "./scripts/build-guest.mjs";
import { bundledPackages } from "./test/support/bundled-packages.ts";
import { boundWorker } from "./test/fixtures/upstreams/bound-worker.ts";
import { dialectsGatewayJson } from "./test/support/dialects-gateway-json.ts";
import { kindsGatewayJson } from "./test/support/kinds-gateway-json.ts";
import { testGatewayJson } from "./test/support/gateway-json.ts";
import { ownOrigin, ownOrigins } from "./test/support/own-origins.ts";
import { trapsGatewayJson } from "./test/support/traps.ts";

// The harness is tested as it is, not as it was at the last build.
await buildGuest();
buildConfigFiles();
const packages = await bundledPackages();

/** The files of a project share its Workers, which then start once per core and not once per file. */
const shared = { isolate: false };

/**
 * These files need a gateway without keys, count the token requests of their upstreams, or need one that can still name isolates (a local one
 * names a bounded number), so each has a Worker of its own.
 */
const ALONE = [
  "test/auth/keys.test.ts",
  "test/gateway/upstream-auth/client-credentials.test.ts",
  "test/hostile/{leftovers,properties-left-behind,shared-objects}.test.ts",
  "test/worker-loader/repeated-scripts.test.ts",
];

/** For machines with busy neighbours: how long is waited says nothing of how long a thing may take. */
const patience = { testTimeout: 20_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

function gatewayOfTests() {
  return cloudflareTest(({ inject }) => {
    const origins = ownOrigins(inject("upstreams"));
    return {
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          ISOGATE_OPEN: "local",
          ISOGATE_SETUP_TOKEN: "setup-token-of-the-tests",
          TEST_TOKEN: "t0ken-secret",
          BY_HAND_SECRET: "by-hand-secret+%41/s=",
          ISOGATE_ENCRYPTION_KEY: "tests-only-tests-only-tests-only-tests-only",
          GATEWAY_JSON: testGatewayJson(origins),
          TEST_UPSTREAMS: JSON.stringify(origins),
          // How many programs test/worker-loader/durable.test.ts tries, and from which on.
          DURABLE_PROGRAMS: process.env["DURABLE_PROGRAMS"] ?? "",
          DURABLE_SEED: process.env["DURABLE_SEED"] ?? "",
        },
      },
    };
  });
}

export default defineConfig({
  test: {
    // Most tests wait for something; on two cores two files at once take little more than half the time of one after the other, and three no less than two.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "node",
          isolate: false,
          ...patience,
          environment: "node",
          include: [
            "test/{approvals,sdk-gen,catalog,config,descriptions,detection,docs,json-schema,ledger,lib,policy,prepare,project,scripts}/**/*.test.ts",
            "test/cli/*.test.ts",
            "test/dashboard/*.test.ts",
          ],
        },
      },
      {
        plugins: [packages, gatewayOfTests()],
        test: {
          name: "workerd",
          ...shared,
          ...patience,
          include: [
            "test/{auth,worker-loader,runs,upstream,gateway,mcp,http,hostile}/**/*.test.ts",
            "test/dialects/mcpproxy/**/*.test.ts",
          ],
          exclude: ALONE,
          globalSetup: ["./test/support/upstreams-setup.ts"],
        },
      },
      {
        plugins: [packages, gatewayOfTests()],
        test: {
          name: "alone",
          ...patience,
          include: ALONE,
          globalSetup: ["./test/support/upstreams-setup.ts"],
        },
      },
      {
        plugins: [
          packages,
          cloudflareTest(({ inject }) => {
            const samples = ownOrigin(inject("sampleUpstreams"));
            return {
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                bindings: {
                  ISOGATE_OPEN: "local",
                  GATEWAY_JSON: dialectsGatewayJson(samples, inject("everything")),
                  TEST_SAMPLE_UPSTREAMS: samples,
                },
              },
            };
          }),
        ],
        test: {
          name: "dialects",
          ...shared,
          ...patience,
          include: ["test/dialects/{*,{ncp,codemode-mcp,execbox,executor,servers-layout}/**/*}.test.ts"],
          globalSetup: ["./test/support/dialects-setup.ts"],
        },
      },
      {
        plugins: [
          packages,
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                ISOGATE_OPEN: "local",
                TEST_TOKEN: "tok+en/secretVALUE==0123",
                GATEWAY_JSON: trapsGatewayJson(inject("traps").hostile, inject("traps").honest),
              },
            },
          })),
        ],
        test: {
          name: "traps",
          ...patience,
          include: ["test/traps/**/*.test.ts"],
          globalSetup: ["./test/support/traps-setup.ts"],
        },
      },
      {
        plugins: [
          packages,
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                ISOGATE_OPEN: "local",
                TEST_TOKEN: "t0ken-secret",
                PETSTORE_KEY: "petstore-key",
                SHOP_KEY: "t0ken-secret",
                GATEWAY_JSON: kindsGatewayJson(inject("kinds")),
              },
              serviceBindings: { BILLING: boundWorker(), AGENT: "agent" },
              workers: [
                {
                  name: "agent",
                  modules: true,
                  script: inject("kinds").agent,
                  compatibilityDate: "2026-11-01",
                  compatibilityFlags: ["nodejs_compat"],
                  durableObjects: { COUNTER_AGENT: { className: "CounterAgent", useSQLite: true } },
                },
              ],
            },
          })),
        ],
        test: {
          name: "kinds",
          ...shared,
          ...patience,
          include: ["test/kinds/**/*.test.ts"],
          globalSetup: ["./test/support/kinds-setup.ts"],
        },
      },
      {
        test: {
          name: "e2e",
          // Each file starts the gateways that it needs; what is shared is the process, with the clients and validators that it has loaded.
          ...shared,
          environment: "node",
          include: ["test/{e2e,cli/gateway}/**/*.test.ts"],
          globalSetup: ["./test/support/stack-setup.ts"],
          ...patience,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "browser",
          // As in e2e, only the process is shared; each file starts a Chromium of its own.
          ...shared,
          environment: "node",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["./test/support/browser-setup.ts"],
          ...patience,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
