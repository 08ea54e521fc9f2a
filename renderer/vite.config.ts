import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { gzipFiles } from './gzip-files.ts';

/** Builds the console into `dist/renderer`, from where `server/http/console.ts` serves it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), gzipFiles()],
  build: {
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    // The content security policy blocks data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A style sheet that failed to load with its screen would not be tried again.
    cssCodeSplit: false,
  },
});
