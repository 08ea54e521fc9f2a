import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: [
      'test/support/environment/test-packages.ts',
      'test/support/environment/memory-root.ts',
      'test/support/environment/temporary-root.ts',
    ],
    setupFiles: ['test/support/environment/egress-guard.ts'],
    // The files of a worker share what they import, as in the suite without a browser.
    isolate: false,
    fsModuleCache: true,
    testTimeout: 180_000,
    // A page on a busy machine needs more than the usual second.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
    // Each worker runs a browser and a server in turns, so two workers suit a machine with two cores.
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
  },
});
