const handler = {
  has(target, name) {
    return call_tool("modern", "echo", { text: "x" }).ok;
  },
};
"a" in new Proxy({}, handler);
// !! SYNTAX_ERROR 3:12 A proxy's trap (has) cannot wait
