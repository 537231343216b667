/** Guest modules are loaded as text (see `[[rules]]` in wrangler.toml); the code that imports them only passes it on. */
declare module "*/guest/single-use.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/reusable.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/durable.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/transpiler.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/services.guest.js" {
  const text: string;
  export default text;
}

declare module "*/guest/layout-path.guest.js" {
  const text: string;
  export default text;
}

declare module "*/guest/layout.guest.js" {
  const text: string;
  export default text;
}

declare module "*/guest/files.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/call-tool.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/tool-paths.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/execbox.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/fetch.guest.js" {
  const text: string;
  export default text;
}

declare module "*/guest/outside.guest.js" {
  const text: string;
  export default text;
}

declare module "*/guest/no-outside.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/ncp.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/iterables.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/last.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/pending.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/sections.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/sequential.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/sync.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/wire-blocks.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/wire-result.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/wire.guest.js" {
  const text: string;
  export default text;
}
declare module "*/guest/servers.guest.js" {
  const text: string;
  export default text;
}
