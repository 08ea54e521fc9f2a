const widest = 80;

/**
 * Writes a value as JavaScript as people write it: names without quotes where they need none, short objects in one line.
 * `further` are written properties that follow those of the object.
 */
export function toSource(value: unknown, further: readonly string[] = [], indent = ''): string {
  if (typeof value === 'string')
    return `'${value.replace(/[\\'\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((entry) => toSource(entry, [], deeper))
    : [...Object.entries(value).map(([name, entry]) => `${toName(name)}: ${toSource(entry, [], deeper)}`), ...further];
  if (parts.length === 0) return isList ? '[]' : '{}';
  const inner = parts.join(', ');
  if (inner.length + indent.length <= widest && !inner.includes('\n')) return isList ? `[${inner}]` : `{ ${inner} }`;
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}

const toName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : toSource(name));
