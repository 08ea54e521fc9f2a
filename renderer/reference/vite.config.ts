import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { gzipFiles } from '../gzip-files.ts';

/** Builds the API reference into `dist/reference`, from where `server/http/docs.ts` serves it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/docs/',
  plugins: [react(), gzipFiles()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/reference', import.meta.url)),
    emptyOutDir: true,
    // The content security policy blocks data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
