/** A form's fields. Not `Request.text()`, which warns of bodies that are not text/…, nor `formData()`, which also takes files. */
export function readForm(body: ArrayBuffer | Uint8Array): URLSearchParams {
  return new URLSearchParams(new TextDecoder().decode(body));
}
