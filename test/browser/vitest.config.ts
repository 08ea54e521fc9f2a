import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/temporary-root.ts'],
    setupFiles: ['test/support/egress-guard.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // A browser and a server in each: more at once would only wait for one another.
    fileParallelism: false,
    retry: process.env.CI ? 1 : 0,
  },
});
