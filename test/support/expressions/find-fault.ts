import { check } from 'recheck';

/** No time limits, which would make the result depend on the machine, and a fixed seed. */
const options = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, randomSeed: 0 };

/**
 * The fault that recheck finds in a regular expression: the growth of its time, and the input that shows it. Null for a
 * linear one. recheck runs its native program where that is installed, else a slower one in JavaScript. It keeps its
 * process alive.
 */
export async function findFault(expression: string): Promise<string | null> {
  const end = expression.lastIndexOf('/');
  const found = await check(expression.slice(1, end), expression.slice(end + 1), options);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable'
    ? `${found.complexity.summary}: ${found.attack.pattern}`
    : `unknown: ${JSON.stringify(found.error)}`;
}
