/** Guest modules are loaded as text (see `[[rules]]` in wrangler.toml); the code that imports them only passes it on. */
declare module "*/guest/harness.js" {
  const text: string;
  export default text;
}
declare module "*/guest/transpiler.js" {
  const text: string;
  export default text;
}
declare module "*/guest/services.js" {
  const text: string;
  export default text;
}
declare module "*/guest/call-tool.js" {
  const text: string;
  export default text;
}
declare module "*/guest/execbox.js" {
  const text: string;
  export default text;
}
declare module "*/guest/fetch.js" {
  const text: string;
  export default text;
}
declare module "*/guest/ncp.js" {
  const text: string;
  export default text;
}
