import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/ecosystem/*.test.ts', 'test/areas/integrations/{caldav,database,email}.test.ts'],
    globalSetup: [
      'test/support/environment/memory-root.ts',
      'test/support/environment/temporary-root.ts',
      'test/support/environment/compiled-programs.ts',
    ],
    setupFiles: ['test/support/environment/run-file-end.ts', 'test/support/environment/egress-guard.ts'],
    isolate: false,
    fsModuleCache: true,
    // The programs under test are processes of their own.
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
