import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/bench/blocks/prepare.ts'],
    globalSetup: ['test/support/environment/test-packages.ts', 'test/support/environment/temporary-root.ts'],
    testTimeout: 300_000,
  },
});
