import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserFloorPlugin } from '../../ui/src/browser-floor-plugin.ts'
import { earlySubmitPlugin } from '../../ui/src/form/early-submit.ts'
import { largePrintPlugin } from '../../ui/src/large-print-plugin.ts'
import { workerPlugin } from './worker-plugin.ts'

/**
 * The bundles of the public pages and the learner's screens: the browser's, and with `--ssr` the one the server renders
 * pages with, which brings all it needs and is always a production one. `npm run dev` runs Vite inside the server process
 * (middleware mode).
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    browserFloorPlugin,
    largePrintPlugin,
    earlySubmitPlugin,
    ...(isSsrBuild ? [] : [workerPlugin]),
  ],
  // the server replaces it by a fresh nonce in every document
  html: { cspNonce: '__NONCE__' },
  ...(isSsrBuild
    ? {
        ssr: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: '../../dist/server',
          emptyOutDir: true,
          target: 'node24',
          copyPublicDir: false,
        },
      }
    : {
        build: {
          outDir: '../../dist/client',
          emptyOutDir: true,
          rolldownOptions: {
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [
                  {
                    name: 'react',
                    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|wake-react/,
                    priority: 3,
                  },
                  { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
                  // what every page needs, and what all public ones but the home page need besides: one file
                  // each, for every further one costs a visitor its headers
                  { name: 'site', tags: ['$initial'], priority: 1 },
                  {
                    name: 'courses',
                    test: /site[\\/]src[\\/](pages[\\/]|styles[\\/])?(Course|courses)\w*\.(tsx|css)$/,
                  },
                  {
                    name: 'reading',
                    test: /site[\\/]src[\\/](pages[\\/])?(?!Verif|Proof|PhoneQr|verify|PrintSwitch|ServiceHelp|use-scan|Course)\w+\.tsx?$/,
                  },
                  {
                    name: 'verify',
                    test: /site[\\/]src[\\/](pages[\\/]|scan[\\/])?(Verif|Proof|verify|use-scan|scan-words)|proof-check|signed-proof|camera-words|@noble[\\/](ed25519|hashes)/,
                  },
                  // one style sheet for all screens of a learner, and one file for what several of them share: on a
                  // phone far from its mast each further file waits its turn for half a second (docs/measurements.md)
                  {
                    name: 'learner',
                    test: /(apps[\\/]learner|client|ui|site)[\\/]src[\\/].*(\.module|phone)\.css$/,
                  },
                  {
                    name: 'shared',
                    test: /(apps[\\/]learner|client|ui|site|contract)[\\/]src[\\/].*\.tsx?$/,
                    minShareCount: 3,
                  },
                ],
              },
            },
          },
        },
      }),
}))
