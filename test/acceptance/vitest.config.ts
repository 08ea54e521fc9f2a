import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/acceptance/**/*.test.ts'],
    globalSetup: ['test/support/environment/test-packages.ts', 'test/support/environment/temporary-root.ts'],
    // Each starts the program as a user does, and the first start builds the console.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
