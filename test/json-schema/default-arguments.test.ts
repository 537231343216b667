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

  it("has to be given inside an object or a list, where nothing is added", () => {
    expect(judgeArgs(SCREENSHOT, { clip: { width: 1 } }, 30)).toBe("args.clip.x is missing.");
    expect(judgeArgs(SCREENSHOT, { rows: [{}] }, 30)).toBe("args.rows[0].to is missing.");
  });

  it("is checked where it is given", () => {
    expect(judgeArgs(SCREENSHOT, { scale: "px" }, 20)).toBe('args.scale must be one of "css", "device".');
    expect(judgeArgs(SCREENSHOT, { scale: null }, 20)).toContain("leave it out, or pass undefined");
  });

  it.each([
    { type: "string", default: null },
    { type: ["string", "null"], default: 1 },
    { type: "integer", default: 1.5 },
    { type: "array", default: {} },
    { enum: ["a", "b"], default: "c" },
    { type: "integer", default: 2 ** 63 },
    { type: "string", minLength: 1, default: "" },
    { type: "integer", minimum: 1, default: 0 },
    { type: "integer", exclusiveMinimum: 0, default: 0 },
    { type: "string", pattern: "^[a-z]+$", default: "1" },
    { type: "string", format: "uri", default: "" },
    { type: "array", items: { type: "string" }, default: [1] },
    { type: "array", minItems: 1, default: [] },
    { anyOf: [{ type: "integer" }, { type: "string" }], default: null },
    { $ref: "#/$defs/Word", default: "none" },
  ])("has to be given where its default is no value of it: %j", (property) => {
    const tool = { name: "t", inputSchema: { properties: { a: property }, required: ["a"] } };
    expect(withDefaults(tool, {})).toEqual({});
    expect(judgeArgs(tool, {}, 2)).toBe("args.a is missing.");
  });

  it.each([
    { type: ["string", "null"], default: null },
    { type: "integer", default: 1 },
    { type: "number", default: 1 },
    { type: "array", default: [] },
    { enum: ["a", 1], default: 1 },
    { type: "integer", minimum: 1, maximum: 100, default: 10, description: "How many." },
    { type: "number", exclusiveMinimum: 0, format: "double", default: 0.5 },
    { type: "string", minLength: 1, maxLength: 3, default: "abc" },
    { type: "array", items: { type: "string" }, default: [] },
    { const: "a", default: "a" },
  ])("can be left out where its default is a value of it: %j", (property) => {
    const inputSchema = { properties: { a: property }, required: ["a"] };
    expect(withDefaults({ inputSchema }, {})).toEqual({ a: property.default });
    expect(judgeArgs({ name: "t", inputSchema }, {}, 2)).toBeUndefined();
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

  it.each([
    { dependentSchemas: { path: { dependentSchemas: { encoding: { properties: { bom: {} } } } } } },
    { dependentSchemas: { mode: { patternProperties: { "^x-": {} } } } },
    { dependentSchemas: { mode: { additionalProperties: { type: "string" } } } },
  ])("is not judged where a part names more than its properties: %j", (conditions) => {
    const inputSchema = { type: "object", properties: { mode: { type: "string" } }, ...conditions };
    expect(judgeArgs({ name: "t", inputSchema }, { mode: "m", "x-more": "1" }, 20)).toBeUndefined();
  });
});
