/** The choices of a field that is true or false, in forms for people. */
export const YES_NO = [
  { value: "true", title: "yes" },
  { value: "false", title: "no" },
] as const;
