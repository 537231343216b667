/** The part of the Workers AI binding that the gateway uses. */
export interface AiBinding {
  run(model: string, input: { readonly text: readonly string[] }): Promise<unknown>;
}
