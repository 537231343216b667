/** Arguments that can be left out although the schema requires them, and arguments that only other parts of the schema name. */
import { describe, expect, it } from "vitest";
import { judgeArgs } from "../../src/upstream/arguments/judge-args.ts";
import { withDefaults } from "../../src/upstream/arguments/default-arguments.ts";

const SCREENSHOT = {
  name: "browser_take_screenshot",
  inputSchema: {
    type: "object",
    properties: {
      type: { type: "string", enum: ["png", "jpeg"], default: "png" },
      scale: { type: "string", enum: ["css", "device"], default: "css" },
      filename: { type: "string" },
      clip: {
        type: "object",
        properties: { x: { type: "number", default: 0 }, width: { type: "number" } },
        required: ["x", "width"],
      },
      rows: { type: "array", items: { properties: { to: { type: "string", default: "a" } }, required: ["to"] } },
    },
    required: ["type", "scale"],
    additionalProperties: false,
  },
} as const;

describe("a required argument with a default", () => {
  it("can be left out, and is sent", () => {
    expect(judgeArgs(SCREENSHOT, {}, 2)).toBeUndefined();
    expect(withDefaults(SCREENSHOT, {})).toEqual({ type: "png", scale: "css" });
    expect(withDefaults(SCREENSHOT, { scale: "device" })).toEqual({ scale: "device", type: "png" });
  });

  it("can be left out of an object or a list inside", () => {
    expect(judgeArgs(SCREENSHOT, { clip: { width: 1 }, rows: [{}] }, 30)).toBeUndefined();
    expect(judgeArgs(SCREENSHOT, { clip: {} }, 30)).toBe("args.clip.width is missing.");
  });

  it("is checked where it is given", () => {
    expect(judgeArgs(SCREENSHOT, { scale: "px" }, 20)).toBe('args.scale must be one of "css", "device".');
    expect(judgeArgs(SCREENSHOT, { scale: null }, 20)).toContain("leave it out, or pass undefined");
  });

  it("is not sent where its default does not fit its own schema", () => {
    const tool = {
      name: "t",
      inputSchema: {
        $defs: { Word: { type: "string", maxLength: 3 } },
        type: "object",
        properties: {
          none: { type: "string", default: null },
          long: { $ref: "#/$defs/Word", default: "much too long" },
          short: { $ref: "#/$defs/Word", default: "ok" },
        },
        required: ["none", "long", "short"],
        minProperties: 3,
      },
    };
    expect(withDefaults(tool, {})).toEqual({ short: "ok" });
  });

  it("is not sent where it is too long, nor to an HTTP API, whose description is taken at its word", () => {
    const tool = {
      name: "t",
      request: { method: "GET", parameters: [] },
      inputSchema: {
        properties: { a: { default: "x".repeat(30_000) }, b: { default: "$VERSION" } },
        required: ["a", "b"],
      },
    };
    expect(withDefaults(tool, {})).toEqual({});
    expect(judgeArgs(tool, {}, 20)).toContain("args.a is missing");
    // A renamed tool of an MCP server.
    expect(withDefaults({ ...tool, request: { originalName: "u" } }, {})).toEqual({ b: "$VERSION" });
  });

  it("still tells alternatives apart", () => {
    const one = (name: string) => ({ properties: { [name]: { type: "string", default: "" } }, required: [name] });
    const tool = { name: "t", inputSchema: { properties: { by: { oneOf: [one("id"), one("name")] } } } };
    expect(judgeArgs(tool, { by: { name: "Ada" } }, 20)).toBeUndefined();
  });
});

describe("a required name that no property describes", () => {
  it.each([undefined, false])("can be given (additionalProperties: %s)", (additionalProperties) => {
    const inputSchema = { type: "object", properties: { a: { type: "string" } }, required: ["ghost"] };
    const tool = {
      name: "t",
      inputSchema: additionalProperties === undefined ? inputSchema : { ...inputSchema, additionalProperties },
    };
    expect(judgeArgs(tool, { ghost: 1 }, 20)).toBeUndefined();
    expect(judgeArgs(tool, {}, 2)).toBe("args.ghost is missing.");
    expect(judgeArgs(tool, { ghost: 1, b: 2 }, 20)).toContain("args.b is not an argument of this tool.");
  });
});

describe("a name that a condition brings", () => {
  const tool = {
    name: "t",
    inputSchema: {
      type: "object",
      properties: { mode: { type: "string" } },
      if: { properties: { mode: { const: "file" } }, required: ["mode"] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { path: { type: "string" } }, required: ["path"] },
      else: { required: ["url"] },
      dependentSchemas: { path: { properties: { encoding: { type: "string" } } } },
      dependentRequired: { url: ["host"] },
    },
  };
  it("is known", () => {
    expect(judgeArgs(tool, { mode: "file", path: "/a", encoding: "utf8" }, 20)).toBeUndefined();
    expect(judgeArgs(tool, { url: "u", host: "h" }, 20)).toBeUndefined();
    expect(judgeArgs(tool, { mode: "file" }, 20)).toBe("args.path is missing.");
    expect(judgeArgs(tool, { mode: "file", pth: "/a" }, 20)).toBe(
      "args.pth is not an argument of this tool. Did you mean path?",
    );
  });
});
