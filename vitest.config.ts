import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/reliability/**', 'test/acceptance/**', 'test/browser/**'],
    setupFiles: ['test/support/egress-guard.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
