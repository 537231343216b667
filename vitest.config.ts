import process from "node:process";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { buildGuest } from "./scripts/build-guest.mjs";
import { boundWorker } from "./test/fixtures/upstreams/bound-worker.ts";
import { dialectsGatewayJson } from "./test/support/dialects-gateway-json.ts";
import { kindsGatewayJson } from "./test/support/kinds-gateway-json.ts";
import { testGatewayJson } from "./test/support/gateway-json.ts";
import { ownOrigin, ownOrigins } from "./test/support/own-origins.ts";
import { trapsGatewayJson } from "./test/support/traps.ts";

// The harness is tested as it is, not as it was at the last build.
await buildGuest();

/** For machines with busy neighbours: how long is waited says nothing of how long a thing may take. */
const patience = { testTimeout: 20_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } };

export default defineConfig({
  test: {
    // Most tests wait for something; on two cores two files at once take little more than half the time of one after the other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "node",
          isolate: false,
          ...patience,
          environment: "node",
          include: [
            "test/{sdk-gen,catalog,config,descriptions,docs,json-schema,ledger,policy,prepare,project}/**/*.test.ts",
            "test/cli/*.test.ts",
            "test/dashboard/*.test.ts",
          ],
        },
      },
      {
        plugins: [
          cloudflareTest(({ inject }) => {
            const origins = ownOrigins(inject("upstreams"));
            return {
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                bindings: {
                  ISOGATE_OPEN: "local",
                  ISOGATE_SETUP_TOKEN: "setup-token-of-the-tests",
                  TEST_TOKEN: "t0ken-secret",
                  BY_HAND_SECRET: "by-hand-secret",
                  ISOGATE_ENCRYPTION_KEY: "tests-only-tests-only-tests-only-tests-only",
                  GATEWAY_JSON: testGatewayJson(origins),
                  TEST_UPSTREAMS: JSON.stringify(origins),
                  // How many programs test/worker-loader/durable.test.ts tries, and from which on.
                  DURABLE_PROGRAMS: process.env["DURABLE_PROGRAMS"] ?? "",
                  DURABLE_SEED: process.env["DURABLE_SEED"] ?? "",
                },
              },
            };
          }),
        ],
        test: {
          name: "workerd",
          ...patience,
          include: [
            "test/{auth,worker-loader,runs,upstream,gateway,mcp,http,hostile}/**/*.test.ts",
            "test/dialects/mcpproxy/**/*.test.ts",
          ],
          globalSetup: ["./test/support/upstreams-setup.ts"],
        },
      },
      {
        plugins: [
          cloudflareTest(({ inject }) => {
            const office = ownOrigin(inject("office"));
            return {
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                bindings: {
                  ISOGATE_OPEN: "local",
                  GATEWAY_JSON: dialectsGatewayJson(office, inject("everything")),
                  TEST_OFFICE: office,
                },
              },
            };
          }),
        ],
        test: {
          name: "dialects",
          ...patience,
          include: ["test/dialects/{*,{ncp,codemode-mcp,execbox,servers-layout}/**/*}.test.ts"],
          globalSetup: ["./test/support/dialects-setup.ts"],
        },
      },
      {
        plugins: [
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
              serviceBindings: { BILLING: boundWorker() },
            },
          })),
        ],
        test: {
          name: "kinds",
          ...patience,
          include: ["test/kinds/**/*.test.ts"],
          globalSetup: ["./test/support/kinds-setup.ts"],
        },
      },
      {
        test: {
          name: "e2e",
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
