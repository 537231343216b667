/** Guest modules are loaded as text (see `[[rules]]` in wrangler.toml); the code that imports them only passes it on. */
declare module "*/guest/single-use.js" {
  const text: string;
  export default text;
}
declare module "*/guest/reusable.js" {
  const text: string;
  export default text;
}
declare module "*/guest/durable.js" {
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

declare module "*/guest/layout-path.js" {
  const text: string;
  export default text;
}

declare module "*/guest/layout.js" {
  const text: string;
  export default text;
}

declare module "*/guest/files.js" {
  const text: string;
  export default text;
}
declare module "*/guest/call-tool.js" {
  const text: string;
  export default text;
}
declare module "*/guest/tool-paths.js" {
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

declare module "*/guest/outside.js" {
  const text: string;
  export default text;
}

declare module "*/guest/no-outside.js" {
  const text: string;
  export default text;
}
declare module "*/guest/withheld-outside.js" {
  const text: string;
  export default text;
}
declare module "*/guest/ncp.js" {
  const text: string;
  export default text;
}
declare module "*/guest/iterables.js" {
  const text: string;
  export default text;
}
declare module "*/guest/last.js" {
  const text: string;
  export default text;
}
declare module "*/guest/pending.js" {
  const text: string;
  export default text;
}
declare module "*/guest/sections.js" {
  const text: string;
  export default text;
}
declare module "*/guest/sequential.js" {
  const text: string;
  export default text;
}
declare module "*/guest/sync.js" {
  const text: string;
  export default text;
}
declare module "*/guest/wire-result.js" {
  const text: string;
  export default text;
}
declare module "*/guest/wire.js" {
  const text: string;
  export default text;
}
declare module "*/guest/servers.js" {
  const text: string;
  export default text;
}
