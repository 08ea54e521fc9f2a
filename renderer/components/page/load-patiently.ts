import { lookForUpdate, reach } from '../../api/server-state.ts';

const lookAgainMs = 1_000;
const mostTries = 3;

/**
 * Loads a part of the console. Waits while the server is away; throws if the server is there and does not have the part
 * after three tries, as after an update.
 */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; ) {
    try {
      return await load();
    } catch (error) {
      const isThere = await reach('/healthz').then(
        () => true,
        () => false,
      );
      if (isThere && tries++ === mostTries) {
        await lookForUpdate();
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }
}
