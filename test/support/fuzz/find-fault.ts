import { check } from 'recheck';

/** Without time limits, which would make the result depend on the machine, and with one random seed. */
const options = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, randomSeed: 0 };

/**
 * Returns recheck's fault of a regular expression: how its time grows, with a text that shows it. Null when it is
 * linear. Uses recheck's native program if installed, else the slower JavaScript one, whose process does not end by
 * itself.
 */
export async function findFault(expression: string): Promise<string | null> {
  const end = expression.lastIndexOf('/');
  const found = await check(expression.slice(1, end), expression.slice(end + 1), options);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable'
    ? `${found.complexity.summary}: ${found.attack.pattern}`
    : `unknown: ${JSON.stringify(found.error)}`;
}
