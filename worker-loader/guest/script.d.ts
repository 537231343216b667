/** The prepared script; see `wrap` in prepare/prepare.ts. */
declare const script: (...parameters: unknown[]) => () => Promise<unknown>;
export default script;
