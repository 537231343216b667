/** @returns the letters and digits of a name in lower case, which other spellings of it have, too: `google-drive` and `googleDrive` */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
