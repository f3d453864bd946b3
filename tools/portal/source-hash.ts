import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const skipped = new Set(['node_modules', 'dist', '.cache'])

/** Computes one hash of file names and contents, without tests and outputs. */
export async function computeSourceHash(paths: string[]): Promise<string> {
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = await readFile(file)
    hash.update(`${file}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const lists = entries
    .filter((entry) => !skipped.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => filesBelow(join(path, entry.name)))
  return (await Promise.all(lists)).flat()
}
