/** The explorer's page, built into dist/site: relative paths throughout, so that it runs from any folder of any web server. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/web',
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  // Charts are drawn in a document of their own; here the browser has one.
  resolve: { alias: { linkedom: fileURLToPath(new URL('src/web/reports/browserDocument.ts', import.meta.url)) } },
  build: {
    outDir: '../../dist/site',
    emptyOutDir: true,
    target: 'es2023',
    // Nothing goes into data: addresses, which the page's content policy does not let through.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
