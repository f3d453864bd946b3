/** Builds the offline scanner page. Run this tool after a change below site/src/scan/; a test detects a missed run. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { browserFloor } from '../ui/src/browser-floor.ts'

const root = join(import.meta.dirname, '..')
const made = join(root, 'server/src/modules/credits/certification_grant/offline/generated')

/** Scripts of the offline page; each defines one global name. */
const entries = { scanner: 'offline-scanner.ts', checker: 'offline-check.ts' } as const
type Script = keyof typeof entries

/** Builds one script of the offline page. @throws Error when it cannot be placed in a document. */
export async function buildOfflineScript(name: Script): Promise<string> {
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
        // The entry file only re-exports, so its exports must be preserved.
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const built = [result].flat()[0]
  if (!built || !('output' in built) || built.output.length > 1) throw new Error(`${name} is no script of its own`)
  const { code } = built.output[0]
  if (/<\/script|<!--/i.test(code)) throw new Error(`${name} would end its own element`)
  return code
}

export const readCommittedScript = (name: Script) => readFile(fileOf(name), 'utf8')

const fileOf = (name: Script) => join(made, `${name}.js`)

if (import.meta.main)
  for (const name of ['scanner', 'checker'] as const) await writeFile(fileOf(name), await buildOfflineScript(name))
