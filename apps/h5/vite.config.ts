import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserFloorPlugin } from '../../ui/src/browser-floor-plugin.ts'
import { largePrintPlugin } from '../../ui/src/large-print-plugin.ts'
import { workerPlugin } from './worker-plugin.ts'

const base = '/h5/'

/** The bundle of the phone's private pages, its files served below /h5/; public pages of phones are the portal's. */
export default defineConfig({
  root: import.meta.dirname,
  base,
  plugins: [react(), browserFloorPlugin, largePrintPlugin, workerPlugin(base)],
  // the server replaces it by a fresh nonce in every document
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../../dist/h5',
    emptyOutDir: true,
    // one style sheet, and one file for what several screens share: on a phone far from its mast each further file
    // waits its turn for half a second (docs/measurements.md)
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
            },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
            { name: 'shared', test: /\.tsx?$/, minShareCount: 3 },
          ],
        },
      },
    },
  },
})
