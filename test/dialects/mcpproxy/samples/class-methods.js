class Notes {
  #server = "notes";
  static open() {
    return new Notes();
  }
  list() {
    return call_tool(this.#server, "list-notes", {}).result.notes;
  }
  #line(id) {
    return call_tool(this.#server, "summarize", { id }).result;
  }
  lines() {
    return this.list().map(({ id }) => this.#line(id)).length;
  }
}
class Loud extends Notes {
  lines() {
    return `${super.lines()}!`;
  }
}
[Notes.open().lines(), new Loud().lines()];
// => [3, "3!"]
