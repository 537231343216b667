/** `esbuild-wasm/esm/browser.min.js`, by its name in the transpiling Worker. */
export { default } from "esbuild-wasm";
