import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    sourcemap: false,
    // The content security policy lets fonts and scripts come from files only, never from data URLs.
    assetsInlineLimit: 0,
    // The server names a page's chunks in its HTML, so that they are loaded at once.
    manifest: true,
    // Browsers that know no preload links just load a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What a visitor loads, in one piece: a browser opens six connections and then waits.
            { name: 'visitor', test: /[\\/]web[\\/]src[\\/]main\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // The API comes from the server that `npm run dev` starts beside this one.
    proxy: { '/api': `http://localhost:${process.env.PORT ?? 3000}` },
  },
});
