/** Guest modules are loaded as text (see `[[rules]]` in wrangler.toml); the code that imports them only passes it on. */
declare module "*/guest/allocations.js" {
  const text: string;
  export default text;
}
declare module "*/guest/console.js" {
  const text: string;
  export default text;
}
declare module "*/guest/extension.js" {
  const text: string;
  export default text;
}
declare module "*/guest/guard.js" {
  const text: string;
  export default text;
}
declare module "*/guest/harness.js" {
  const text: string;
  export default text;
}
declare module "*/guest/lockdown.js" {
  const text: string;
  export default text;
}
declare module "*/guest/scope.js" {
  const text: string;
  export default text;
}
declare module "*/guest/timers.js" {
  const text: string;
  export default text;
}
declare module "*/guest/tool-error.js" {
  const text: string;
  export default text;
}
declare module "*/guest/tools.js" {
  const text: string;
  export default text;
}
declare module "*/guest/transpiler.js" {
  const text: string;
  export default text;
}
declare module "*/guest/values.js" {
  const text: string;
  export default text;
}
declare module "*/guest/rejections.js" {
  const text: string;
  export default text;
}
declare module "*/guest/thrown.js" {
  const text: string;
  export default text;
}
declare module "*/guest/calls.js" {
  const text: string;
  export default text;
}
declare module "*/guest/services.js" {
  const text: string;
  export default text;
}
