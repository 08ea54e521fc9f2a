type Cleanup = () => Promise<void>;

const cleanups: Cleanup[] = [];

/** Runs once the tests of the running file are done. A test cannot register that with Vitest itself. */
export const atFileEnd = (cleanup: Cleanup): void => {
  cleanups.push(cleanup);
};

export async function endFile(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}
