import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/acceptance/**/*.test.ts'],
    globalSetup: ['test/support/temporary-root.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
