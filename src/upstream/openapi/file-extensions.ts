/** Extensions by which servers know files, for the media types of parts whose file has no name of its own. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/gzip": "gz",
  "application/json": "json",
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/x-ndjson": "ndjson",
  "application/xml": "xml",
  "application/yaml": "yaml",
  "application/zip": "zip",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "image/tiff": "tiff",
  "image/webp": "webp",
  "text/calendar": "ics",
  "text/csv": "csv",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
  "text/xml": "xml",
  "video/mp4": "mp4",
};

/** @returns the name of a field as that of a file */
export function fileName(field: string, type: string | undefined): string {
  const extension = type === undefined ? undefined : EXTENSIONS[type.toLowerCase()];
  return extension === undefined || /\.\w+$/.test(field) ? field : `${field}.${extension}`;
}
