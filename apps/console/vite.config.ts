import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { largePrintPlugin } from '../../ui/src/large-print-plugin.ts'

/** The console's bundle, served below /console/. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), largePrintPlugin],
  // the server replaces it by a fresh nonce in every document
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // one chunk is all of antd's base: measured gzipped, not by this limit
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
            },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
          ],
        },
      },
    },
  },
})
