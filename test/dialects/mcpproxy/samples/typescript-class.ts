class Client<T extends object> {
  constructor(
    private readonly server: string,
    public calls: number = 0,
  ) {}
  call<R>(tool: string, args: T): R {
    this.calls++;
    return call_tool(this.server, tool, args).result as R;
  }
}
const c = new Client<{ text: string }>("modern");
[c.call<string>("echo", { text: "t" })!, c.calls satisfies number];
// => ["t", 1]
