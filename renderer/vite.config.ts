import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The console as files that the server sends; `server/http/console.ts` looks for them in `dist/renderer`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
    emptyOutDir: true,
    // Data URLs would be refused by the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
