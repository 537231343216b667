const out = {};
(async () => {
  const r = await call_tool("modern", "echo", { text: "x" });
  out.v = r.result;
  await sleep(20);
  out.w = (await call_tool("modern", "echo", { text: "y" })).result;
})();
out;
// => {"v":"x","w":"y"}
