import { check } from 'recheck';

/** No limits of time, which would let the outcome depend on the machine, and one seed for what is tried at random. */
const options = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, randomSeed: 0 };

/**
 * What recheck has against a regular expression, as it is written: how its time grows, and the text that shows it. Null
 * for one that takes time linear to its text. recheck runs its native program where that is installed, else a slower one
 * in JavaScript. It lets its process not end by itself.
 */
export async function findFault(expression: string): Promise<string | null> {
  const end = expression.lastIndexOf('/');
  const found = await check(expression.slice(1, end), expression.slice(end + 1), options);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable'
    ? `${found.complexity.summary}: ${found.attack.pattern}`
    : `unknown: ${JSON.stringify(found.error)}`;
}
