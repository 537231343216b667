/** The prepared and instrumented script; see prepare/prepare.ts and prepare/instrument.ts. */
declare const script: (tick: () => number) => (...parameters: unknown[]) => () => Promise<unknown>;
export default script;
