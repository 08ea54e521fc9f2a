import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/reliability/**/*.test.ts'],
    globalSetup: [
      'test/support/environment/test-packages.ts',
      'test/support/environment/temporary-root.ts',
      'test/support/environment/compiled-programs.ts',
      'test/support/kill/reliability-report.ts',
    ],
    testTimeout: 10 * 60_000,
    hookTimeout: 60_000,
    // Each suite kills and floods its own servers: in parallel they would disturb each other.
    fileParallelism: false,
    retry: process.env.CI ? 1 : 0,
  },
});
