/** Limits on the files that scripts of one principal keep. They are in the SQLite of its Gateway, so they are counted, not only bounded. */

/** Bytes of one file: as many as fit in one row. */
export const MAX_FILE_BYTES = 1_000_000;
/** Bytes of all files of a principal. */
export const MAX_FILES_BYTES = 20_000_000;
export const MAX_FILES = 1_000;
export const MAX_FILE_NAME_CHARS = 200;
