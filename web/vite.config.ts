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
  },
  server: {
    port: 5173,
    // The API comes from the server that `npm run dev` starts beside this one.
    proxy: { '/api': `http://localhost:${process.env.PORT ?? 3000}` },
  },
});
