import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { errorCodeOf } from '../../server/src/platform/error-code.ts'
import { isInside } from '../../server/src/platform/files/store.ts'

/** Folders of a build with files whose names contain a hash. */
const hashedFolders = ['client/assets', 'console/assets']

/** File in the output that lists the hashed files of the current build, then those of older ones. */
const listName = 'builds.json'

/** A page that was opened before a build asks for the chunks of its own build. */
const mostOlderBuilds = 5
const longestAgeMs = 7 * 24 * 3600 * 1000

interface Build {
  files: string[]
  /** When the next build took its place, in ms; null for the current one. */
  replacedAt: number | null
}

/** Copies hashed files of the last builds into a fresh one, which will take the place of `output`. */
export async function keepOlderAssets(output: string, fresh: string, now = Date.now()): Promise<void> {
  const files = await listHashedFiles(fresh)
  if (files.length === 0) return
  const older = (await readBuilds(output))
    .map((build) => ({ ...build, replacedAt: build.replacedAt ?? now }))
    .filter((build) => now - build.replacedAt < longestAgeMs && build.files.join() !== files.join())
    .slice(0, mostOlderBuilds)
  const kept = new Set(older.flatMap((build) => build.files))
  for (const file of files) kept.delete(file)
  // A file that is missing in the output was missing before.
  for (const file of kept) await copyFile(join(output, file), join(fresh, file)).catch(ignoreMissing)
  const builds: Build[] = [{ files, replacedAt: null }, ...older]
  await writeFile(join(fresh, listName), JSON.stringify(builds))
}

/** An output without a list that can be read has the files of one build. */
async function readBuilds(output: string): Promise<Build[]> {
  const path = join(output, listName)
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  const builds = text === undefined ? null : parseBuilds(text)
  if (text !== undefined && !builds) console.warn(`${path} cannot be read: all files that are there count as one build`)
  return builds ?? [{ files: await listHashedFiles(output), replacedAt: null }]
}

/** The list may have been damaged, and its names must not lead out of the folders. */
function parseBuilds(text: string): Build[] | null {
  try {
    const builds = JSON.parse(text) as Build[]
    return builds.every(isBuild) ? builds : null
  } catch {
    return null
  }
}

function isBuild({ files, replacedAt }: Build): boolean {
  const isHashed = (file: string) => hashedFolders.some((folder) => isInside(file, folder))
  return (replacedAt === null || Number.isFinite(replacedAt)) && files.every(isHashed)
}

function ignoreMissing(error: unknown): undefined {
  if (errorCodeOf(error) !== 'ENOENT') throw error
}

async function listHashedFiles(output: string): Promise<string[]> {
  const lists = hashedFolders.map(async (folder) => {
    const entries = await readdir(join(output, folder), { withFileTypes: true, recursive: true }).catch(ignoreMissing)
    const paths = (entries ?? []).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return paths.map((path) => relative(output, path))
  })
  return (await Promise.all(lists)).flat().sort()
}
