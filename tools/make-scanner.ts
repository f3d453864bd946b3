/**
 * Makes the scanner and the check that lie inside /verify/offline from the portal's own. Run: node tools/make-scanner.ts
 * after anything below site/src/scan/, or the check, has changed; a test says so.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { browserFloor } from '../ui/src/browser-floor.ts'

const root = join(import.meta.dirname, '..')
const made = join(root, 'server/src/modules/certification_grant/offline/generated')

/** What the page brings with it: each leaves one name behind. */
const entries = { scanner: 'offline-scanner.ts', checker: 'offline-check.ts' } as const
type Script = keyof typeof entries

/** One script that leaves its name behind. @throws when it cannot stand inside a document */
export async function offlineCode(name: Script): Promise<string> {
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
        input: join(root, 'site/src/scan', entries[name]),
        output: { format: 'iife', name },
        // an entry that only hands on what others have
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const built = [result].flat()[0]
  if (!built || !('output' in built) || built.output.length > 1)
    throw new Error(`${name} is no script of its own`)
  const { code } = built.output[0]
  if (/<\/script|<!--/i.test(code)) throw new Error(`${name} would end its own element`)
  return code
}

/** What is committed. */
export const committedCode = (name: Script) => readFile(fileOf(name), 'utf8')

const fileOf = (name: Script) => join(made, `${name}.js`)

if (import.meta.main)
  for (const name of ['scanner', 'checker'] as const)
    await writeFile(fileOf(name), await offlineCode(name))
