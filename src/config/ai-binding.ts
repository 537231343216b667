/** The part of the Workers AI binding that is used. */
export interface AiBinding {
  run(model: string, input: { readonly text: readonly string[] }): Promise<unknown>;
}
