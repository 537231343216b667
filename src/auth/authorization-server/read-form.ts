/** Reads a form's fields from bytes: `Request.text()` warns of bodies that are not text/…, and `formData()` also takes files. */
export function readForm(body: ArrayBuffer | Uint8Array): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}
