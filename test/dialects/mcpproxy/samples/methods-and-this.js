const api = {
  server: "modern",
  echo(text) {
    return call_tool(this.server, "echo", { text }).result;
  },
  twice(text) {
    return [1, 2].map((n) => this.echo(text + n));
  },
};
api.twice("x");
// => ["x1", "x2"]
