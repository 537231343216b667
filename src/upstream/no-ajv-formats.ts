/** Stands in for ajv-formats; see no-ajv.ts. */
// oxlint-disable-next-line import/no-default-export -- ajv-formats has one
export default function addFormats(): void {
  // There is nothing to add them to.
}
