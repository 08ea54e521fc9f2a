import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'test/reliability/**',
      'test/examples/**',
      'test/acceptance/**',
      'test/browser/**',
      'test/ecosystem/**',
    ],
    globalSetup: [
      'test/support/environment/test-packages.ts',
      'test/support/environment/memory-root.ts',
      'test/support/environment/temporary-root.ts',
      'test/support/environment/compiled-programs.ts',
    ],
    setupFiles: [
      'test/support/environment/run-file-end.ts',
      'test/support/environment/egress-guard.ts',
      'test/support/environment/property-seed.ts',
    ],
    // The files of a worker share what they import: the program keeps nothing at the level of its modules.
    isolate: false,
    fsModuleCache: true,
    // The suites wait for a part of their time: three share two cores well.
    maxWorkers: 3,
    // Some tests drive real processes, and CI's two cores are shared: what fails by its timing gets a second try there.
    retry: process.env.CI ? 1 : 0,
    // These end what would never end; how fast the machine is, or what else runs on it, is no test's concern.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
