const p = new Proxy(
  {},
  {
    get: (target, name) => call_tool("modern", "echo", { text: "x" }).result,
  },
);
p.anything;
// !! SYNTAX_ERROR 4:28 A proxy's trap (get) cannot wait
