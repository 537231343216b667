declare const wasmModule: WebAssembly.Module;
export default wasmModule;
