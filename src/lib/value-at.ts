/** @returns what is at a path of own properties; undefined where there is nothing */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    const isObject = value !== null && typeof value === "object";
    return isObject && Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  }, root);
}
