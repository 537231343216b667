const { result } = call_tool("modern", "echo", { text: "plain" });
[
  typeof result,
  result === "plain",
  result.content?.[0]?.text,
  JSON.stringify({ result }),
  "other".content === undefined,
];
// => ["string", true, "plain", "{\"result\":\"plain\"}", true]
