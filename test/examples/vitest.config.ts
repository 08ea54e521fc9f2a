import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/examples/**/*.test.ts'],
    globalSetup: [
      'test/support/environment/memory-root.ts',
      'test/support/environment/temporary-root.ts',
      'test/support/environment/compiled-programs.ts',
    ],
    setupFiles: ['test/support/environment/run-file-end.ts', 'test/support/environment/egress-guard.ts'],
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
  },
});
