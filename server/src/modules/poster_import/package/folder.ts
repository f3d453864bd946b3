import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Content, fileContent } from '../../../platform/files/content.ts'
import { isLitter } from './entry-path.ts'
import { checkLimits } from './limits-check.ts'
import type { ImportPackage, PackageEntry } from './package.ts'

/** A folder of the operator's own, as a package; links in it are passed over. @throws Refusal as a ZIP */
export async function openFolder(owner: string, folder: string): Promise<ImportPackage> {
  const entries: PackageEntry[] = []
  // a name is read as the disk writes it: composed, a decomposed one would name no file
  const places = new Map<string, string>()
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = join(item.parentPath, item.name)
    const path = relative(folder, place).split(sep).join('/').normalize('NFC')
    if (!item.isFile() || isLitter(path)) continue
    entries.push({ path, bytes: (await stat(place)).size, place: null })
    places.set(path, place)
  }
  entries.sort((one, other) => (one.path < other.path ? -1 : 1))
  checkLimits(entries)
  return {
    owner,
    entries,
    sourceOf: ({ path, bytes }) => fileContent(places.get(path) ?? join(folder, path), bytes),
  }
}

/** One document by itself. */
export function openSingle(owner: string, name: string, source: Content): ImportPackage {
  const entries = [{ path: name, bytes: source.size, place: null }]
  checkLimits(entries)
  return { owner, entries, sourceOf: () => source }
}
