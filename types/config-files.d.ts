/** The build writes this file (scripts/build-config-files.mjs); src/config/load-config.ts says what is in it. */
declare module "*/dist/config-files.json" {
  const files: unknown;
  export default files;
}
