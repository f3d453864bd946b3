/**
 * Makes the scanner that lies inside /verify/offline from the public page's own. Run: node tools/make-scanner.ts
 * after anything below site/src/scan/ has changed; a test says so.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { browserFloor } from '../ui/src/browser-floor.ts'

const root = join(import.meta.dirname, '..')
const made = join(root, 'server/src/modules/certification_grant/offline/generated/scanner.js')

/** One script that leaves `scanner` behind. @throws when it cannot stand inside a document */
export async function scannerCode(): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      copyPublicDir: false,
      target: browserFloor,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'site/src/scan/offline-scanner.ts'),
        output: { format: 'iife', name: 'scanner' },
        // an entry that only hands on what others have
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const built = [result].flat()[0]
  if (!built || !('output' in built) || built.output.length > 1)
    throw new Error('the scanner is no script of its own')
  const { code } = built.output[0]
  if (/<\/script|<!--/i.test(code)) throw new Error('the scanner would end its own element')
  return code
}

/** What is committed. */
export const committedScanner = () => readFile(made, 'utf8')

if (import.meta.main) await writeFile(made, await scannerCode())
