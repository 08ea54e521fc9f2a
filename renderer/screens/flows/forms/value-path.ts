const keysOf = (path: string): string[] => path.split(/[.[\]]+/).filter((key) => key !== '');

export function readAt(value: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined),
    value,
  );
}

/** A copy of a value with another one at a path; undefined removes it. */
export const writeAt = <Value extends object>(value: Value, path: string, next: unknown): Value =>
  write(value, keysOf(path), next) as Value;

function write(value: unknown, [key, ...rest]: string[], next: unknown): unknown {
  if (key === undefined) return next;
  if (Array.isArray(value)) {
    const index = Number(key);
    const changed = write(value[index], rest, next);
    return changed === undefined ? value.filter((_, at) => at !== index) : value.with(index, changed);
  }
  const present = (value ?? {}) as Record<string, unknown>;
  const changed = write(present[key], rest, next);
  if (changed !== undefined) return { ...present, [key]: changed };
  const { [key]: _gone, ...others } = present;
  return others;
}
