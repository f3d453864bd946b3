import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { newerThanFloor } from '../browser-floor/check.ts'
import { compressTexts } from './compress.ts'
import { sourceHash } from './source-hash.ts'

const output = 'dist'
const stamp = '.cache/build-hash'
const ingredients = [
  'apps',
  'client',
  'ui',
  'site',
  'contract',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/browser-floor',
]

/** what browsers fetch */
const served = [`${output}/client`, `${output}/h5`, `${output}/console`]

/** what students read, in old browsers too; the console's browsers are kept new (decision 028) */
const studentsRead = [`${output}/client`, `${output}/h5`]

/** What is built, each into its folder of dist: the words Vite gets. */
const builds: readonly string[][] = [
  ['apps/portal'],
  ['apps/portal', '--ssr', 'src/entry-server.tsx'],
  ['apps/h5'],
  ...(existsSync('apps/console/vite.config.ts') ? [['apps/console']] : []),
]

/** Builds the pages unless what lies in dist was built from the very same sources. */
export async function ensurePagesBuilt(): Promise<void> {
  const hash = await sourceHash(ingredients)
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built === hash && existsSync(output)) return
  await buildPages(hash)
}

/** Builds the pages. @throws Error with what the build said */
export async function buildPages(hash?: string): Promise<void> {
  const key = hash ?? (await sourceHash(ingredients))
  const began = performance.now()
  process.stdout.write('building the pages … ')
  // a build that breaks off leaves no stamp, so the next start builds again
  await rm(stamp, { force: true })
  await Promise.all(builds.map(runVite))
  const newer = await newerThanFloor(studentsRead)
  if (newer.length > 0) throw new Error(`failed\n${newer.join('\n')}`)
  await Promise.all(served.filter(existsSync).map(compressTexts))
  await mkdir('.cache', { recursive: true })
  await writeFile(stamp, key)
  console.log(`done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

function runVite(what: string[]): Promise<void> {
  const words = ['node_modules/vite/bin/vite.js', 'build', ...what, '--logLevel', 'warn']
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`failed\n${said.trim()}\nthe pages could not be built (${what[0]})`))
    })
  })
}
