type Page = { readonly text: string };
const page: Page = {
  get text(): string {
    return call_tool("modern", "echo", { text: "x" }).result as string;
  },
};
page.text;
// !! SYNTAX_ERROR 4:12 A getter cannot wait
