/** `esbuild-wasm/esm/browser.min.js`, under the name it has in the transpiling Worker. */
export { default } from "esbuild-wasm";
