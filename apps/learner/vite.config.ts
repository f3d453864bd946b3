import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserFloorPlugin } from '../../ui/src/browser-floor-plugin.ts'
import { earlySubmitPlugin } from '../../ui/src/form/early-submit.ts'
import { largePrintPlugin } from '../../ui/src/large-print-plugin.ts'
import { workerPlugin } from './worker-plugin.ts'

const everywhere = [
  'src/main.tsx',
  '../../contract/src/rules/hours-names.ts',
  '../../contract/src/rules/trial-text.ts',
  '../../site/src/LargePrintSwitch.tsx',
  '../../site/src/LocalLink.tsx',
  '../../site/src/Pinned.tsx',
  '../../site/src/Prose.tsx',
  '../../site/src/QrImages.tsx',
  '../../site/src/ServiceContact.tsx',
  '../../site/src/no-contact.ts',
  '../../site/src/use-mounted.ts',
  '../../ui/src/StatusMark.tsx',
  '../../ui/src/reveal-in-row.ts',
]
const home = ['src/shells/PublicLayout.tsx', '../../site/src/pages/HomePage.tsx']
const doors = ['src/components/QueryRoot.tsx', 'src/features/student/LoginScreen.tsx']
const firstScreen = ['src/routes.tsx', 'src/shells/Private.tsx', 'src/features/student/DashboardScreen.tsx']

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

function neededBy(name: string, files: readonly string[], priority = 1) {
  let needed: Set<string> | null = null
  const groupOf = (id: string, modules: Modules): string | null => {
    if (!needed) {
      needed = new Set(files.map((file) => join(import.meta.dirname, file)))
      // Iterating a set also visits items that are added during the loop.
      for (const one of needed) {
        const info = modules.getModuleInfo(one)
        if (!info && files.some((file) => one.endsWith(file.replace(/^[./]+/, '')))) throw new Error(`no module ${one}`)
        for (const next of info?.importedIds ?? []) needed.add(next)
      }
    }
    return needed.has(id) ? name : null
  }
  return { name: groupOf, debugName: name, priority }
}

/** With `--ssr`, builds the production bundle that renders pages. `npm run dev` runs Vite inside the server process. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), browserFloorPlugin, largePrintPlugin, earlySubmitPlugin, ...(isSsrBuild ? [] : [workerPlugin])],
  // The server replaces this nonce in every document.
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
                    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|wake-react|@oxc-project/,
                    priority: 3,
                  },
                  { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
                  // A chunk of its own, because few pages draw a QR code.
                  {
                    name: 'qr',
                    test: /node_modules[\\/]qr[\\/](?!decode)|rules[\\/]qr-modules|ui[\\/]src[\\/]QrCode/,
                    priority: 5,
                  },
                  // Only three shared files, because each request costs headers.
                  neededBy('site', everywhere, 2),
                  neededBy('doors', doors),
                  neededBy('private', firstScreen),
                  neededBy('home', home),
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
                    test: /site[\\/]src[\\/](pages[\\/]|scan[\\/])?(Verif|Proof|verify|use-scan|scan-text)|proof-check|signed-proof|@noble[\\/](ed25519|hashes)/,
                  },
                  {
                    name: 'forms',
                    test: /form[\\/](Calendar|DateInput|DateField|choices|days)\.tsx?$|rules[\\/](id-paper|person-name|file-kinds)\.ts$|prepare-picture|NewPasswordField|PasswordRules|student[\\/]person-fields|PersonFields?\.tsx/,
                  },
                  {
                    name: 'shared',
                    test: /(apps[\\/]learner|client|ui|site|contract)[\\/]src[\\/].*\.(tsx?|css)$/,
                    minShareCount: 3,
                  },
                ],
              },
            },
          },
        },
      }),
}))
