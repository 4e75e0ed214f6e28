import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: { target: 'es2022', sourcemap: false },
  server: {
    port: 5173,
    // The API comes from the server that `npm run dev` starts beside this one.
    proxy: { '/api': `http://localhost:${process.env.PORT ?? 3000}` },
  },
});
