const api = { get: (text) => call_tool("modern", "echo", { text })?.result, list: ["a", "b"], none: null };
[
  api?.get?.("x"),
  api.none?.get("y").length,
  api.none?.map((z) => api.get(z))[0].deep,
  api?.list?.map((z) => api.get(z)).join("+").length,
  api["get"]?.("k"),
];
// => ["x", null, null, 3, "k"]
