import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lchown, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder, ownerFor } from '../../server/src/platform/files/durable.ts'
import { newerThanFloor } from '../browser-floor/check.ts'
import { alone } from './alone.ts'
import { compressTexts } from './compress.ts'
import { sourceHash } from './source-hash.ts'

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

/** What is built, each into its folder of dist: the words Vite gets. */
const builds: readonly { folder: string; words: string[] }[] = [
  { folder: 'client', words: ['apps/learner'] },
  { folder: 'server', words: ['apps/learner', '--ssr', 'src/entry-server.tsx'] },
  ...(existsSync('apps/console/vite.config.ts')
    ? [{ folder: 'console', words: ['apps/console'] }]
    : []),
]

/** what browsers fetch */
const served = ['client', 'console']

/** what students read, in old browsers too; the console's browsers are kept new (decision 028) */
const studentsRead = ['client']

/** What is made of what, and where it lies. */
export interface Pages {
  ingredients: string[]
  output: string
  /** says of which sources `output` was made */
  stamp: string
  /** fills an empty folder. @throws Error with what the build said */
  make(folder: string): Promise<void>
}

const portal: Pages = {
  ingredients,
  output: 'dist',
  stamp: '.cache/build-hash',
  make: async (folder) => {
    const hash = await sourceHash(ingredients)
    await Promise.all(
      builds.map((build) => runVite(build.words, resolve(folder, build.folder), hash)),
    )
    const newer = await newerThanFloor(studentsRead.map((name) => join(folder, name)))
    if (newer.length > 0) throw new Error(`failed\n${newer.join('\n')}`)
    const texts = served.map((name) => join(folder, name))
    await Promise.all(texts.filter(existsSync).map(compressTexts))
  },
}

/** Builds the pages unless what lies in dist was built from the very same sources; of several at once, one does. */
export async function ensurePagesBuilt(pages = portal): Promise<void> {
  const hash = await sourceHash(pages.ingredients)
  if (await isBuilt(pages, hash)) return
  await alone(resolve(pages.output), async () => {
    // whoever built while we waited may have done it for us
    if (!(await isBuilt(pages, hash))) await build(pages, hash)
  })
}

/** Builds the pages. @throws Error with what the build said */
export async function buildPages(): Promise<void> {
  const hash = await sourceHash(ingredients)
  await alone(resolve(portal.output), () => build(portal, hash))
}

async function isBuilt({ stamp, output }: Pages, hash: string): Promise<boolean> {
  return existsSync(output) && (await readFile(stamp, 'utf8').catch(() => '')) === hash
}

/** What lies there stays whole while its successor is made, and when that fails. */
async function build({ output, stamp, make }: Pages, hash: string): Promise<void> {
  const began = performance.now()
  process.stdout.write('building the pages … ')
  await removeStale(output)
  const fresh = join(output, `${begun}${randomUUID()}`)
  await makeFolder(fresh)
  await make(fresh)
  await handOver(output)
  // nothing else that lies there: what a killed builder left is still written to
  await handOver(fresh, await readdir(fresh, { recursive: true }))
  // a change of folders that breaks off leaves no stamp, so the next start builds again
  await rm(stamp, { force: true })
  for (const name of await readdir(fresh)) {
    await rm(join(output, name), { recursive: true, force: true })
    await rename(join(fresh, name), join(output, name))
  }
  await rm(fresh, { recursive: true })
  await makeFolder(dirname(stamp))
  await writeFile(stamp, hash)
  await handOver(stamp)
  console.log(`done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

const begun = '.fresh-'

/** What builders left that were killed. Those they had started may still write there, so that each build has a folder of its own. */
async function removeStale(output: string): Promise<void> {
  const names = await readdir(output).catch(() => [])
  // one that is written to just now goes with the next build
  for (const name of names.filter((name) => name.startsWith('.fresh')))
    await rm(join(output, name), { recursive: true, force: true }).catch(() => {})
}

/** What root has built belongs to whose folder it lies in: the portal's own user builds there next. */
async function handOver(path: string, inside: readonly string[] = []): Promise<void> {
  const owner = await ownerFor(dirname(resolve(path)))
  if (!owner) return
  for (const name of ['', ...inside]) await lchown(join(path, name), owner.uid, owner.gid)
}

function runVite(what: string[], folder: string, hash: string): Promise<void> {
  const how = ['--outDir', folder, '--logLevel', 'warn']
  const words = ['node_modules/vite/bin/vite.js', 'build', ...what, ...how]
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // pages say in their reports of which sources they are
    env: { ...process.env, NODE_ENV: 'production', VITE_BUILD: hash.slice(0, 10) },
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
