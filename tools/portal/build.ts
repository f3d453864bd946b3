import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lchown, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findOwnerForNewFiles, listNames, makeFolder } from '../../server/src/platform/files/durable.ts'
import { listNewerFeatures } from '../browser-floor/check.ts'
import { type BuiltPages, isBuilt, portalPages } from './built.ts'
import { compressTexts } from './compress.ts'
import { keepOlderAssets } from './older-assets.ts'
import { runAlone } from './run-alone.ts'
import { computeSourceHash } from './source-hash.ts'

/** The builds of the pages; each one writes its own folder of dist. */
const builds: readonly { folder: string; words: string[] }[] = [
  { folder: 'client', words: ['apps/learner'] },
  { folder: 'server', words: ['apps/learner', '--ssr', 'src/entry-server.tsx'] },
  ...(existsSync('apps/console/vite.config.ts')
    ? [
        { folder: 'console', words: ['apps/console'] },
        { folder: 'console-server', words: ['apps/console', '--ssr', 'src/entry-server.tsx'] },
      ]
    : []),
]

/** Folders whose files browsers fetch. */
const served = ['client', 'console']

/** Folders with pages for students, who also use old browsers; staff browsers are kept up to date (decision 028). */
const studentsRead = ['client']

export interface PageBuild extends BuiltPages {
  /** Fills an empty folder with a build. @throws Error with the build's output. */
  make(folder: string): Promise<void>
}

const portal: PageBuild = {
  ...portalPages,
  make: async (folder) => {
    const hash = await computeSourceHash(portalPages.ingredients)
    await Promise.all(builds.map((build) => runVite(build.words, resolve(folder, build.folder), hash)))
    const newer = await listNewerFeatures(studentsRead.map((name) => join(folder, name)))
    if (newer.length > 0) throw new Error(`failed\n${newer.join('\n')}`)
    const texts = served.map((name) => join(folder, name))
    await Promise.all(texts.filter(existsSync).map(compressTexts))
  },
}

/** Builds the pages unless they are current. One of several concurrent callers builds. */
export async function ensurePagesBuilt(pages = portal): Promise<void> {
  const hash = await computeSourceHash(pages.ingredients)
  if (await isBuilt(pages, hash)) return
  await runAlone(resolve(pages.output), async () => {
    // Another process may have built while this one waited.
    if (!(await isBuilt(pages, hash))) await build(pages, hash)
  })
}

/** @throws Error with the build's output. */
export async function buildPages(): Promise<void> {
  const hash = await computeSourceHash(portalPages.ingredients)
  await runAlone(resolve(portal.output), () => build(portal, hash))
}

/** The old pages stay complete while the new ones are built. */
async function build({ output, stamp, make }: PageBuild, hash: string): Promise<void> {
  const began = performance.now()
  process.stdout.write('building the pages … ')
  await removeStale(output)
  const fresh = join(output, `${begun}${randomUUID()}`)
  await makeFolder(fresh)
  await make(fresh)
  await keepOlderAssets(output, fresh)
  await handOver(output)
  // Change the owner only in the new folder, because a killed build may still write in other folders.
  await handOver(fresh, await readdir(fresh, { recursive: true }))
  // An interrupted swap leaves no stamp file, so the next start builds again.
  await rm(stamp, { force: true })
  for (const name of await readdir(fresh)) {
    // Renaming takes no time in which a process that serves finds no file.
    if (existsSync(join(output, name))) await rename(join(output, name), join(fresh, `${replaced}${name}`))
    await rename(join(fresh, name), join(output, name))
  }
  await rm(fresh, { recursive: true })
  await makeFolder(dirname(stamp))
  await writeFile(stamp, hash)
  await handOver(stamp)
  console.log(`done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

const begun = '.fresh-'
const replaced = '.replaced-'

/**
 * Removes folders of earlier builds, which have ended because of the lock. Each build has its own folder, because
 * children of killed builders may still write.
 */
async function removeStale(output: string): Promise<void> {
  const names = await listNames(output)
  // A folder that is still being written cannot be removed; the next build removes it.
  for (const name of names.filter((name) => name.startsWith('.fresh'))) {
    await restoreReplaced(output, join(output, name))
    await rm(join(output, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** A build that was killed between its two renames has left no pages in place. */
async function restoreReplaced(output: string, fresh: string): Promise<void> {
  for (const name of await readdir(fresh)) {
    const place = join(output, name.slice(replaced.length))
    if (name.startsWith(replaced) && !existsSync(place)) await rename(join(fresh, name), place)
  }
}

/**
 * Gives new files to the owner of the parent folder, because the portal's own user must be able to build after root has
 * built.
 */
async function handOver(path: string, inside: readonly string[] = []): Promise<void> {
  const owner = await findOwnerForNewFiles(dirname(resolve(path)))
  if (!owner) return
  for (const name of ['', ...inside]) await lchown(join(path, name), owner.uid, owner.gid)
}

function runVite(what: string[], folder: string, hash: string): Promise<void> {
  const how = ['--outDir', folder, '--logLevel', 'warn']
  const words = ['node_modules/vite/bin/vite.js', 'build', ...what, ...how]
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Error reports of pages contain this build id.
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
