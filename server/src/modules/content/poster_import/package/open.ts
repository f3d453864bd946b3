import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { refuse } from '../../../../platform/errors.ts'
import { type ByteContent, contentOfFile } from '../../../../platform/files/content.ts'
import { readInProcess, readResultInProcess } from '../../../../platform/reader/read-apart.ts'
import type { ReadTaskName } from '../../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { type ImportPackage, type PackageEntry, requireImportLimits } from './package.ts'
import type { PackageTaskInput, PackageTaskOutput } from './task.ts'
import { isSystemFile } from './zip-list.ts'

/** Opens a ZIP, detected by its content, or else a single document. @throws Refusal like `openZipPackage` */
export async function openUploadedPackage(
  owner: string,
  { name, content }: { name: string; content: ByteContent },
): Promise<ImportPackage> {
  const isZip = (await content.read(0, 2)).toString('latin1') === 'PK'
  return isZip ? openZipPackage(owner, name, content) : openSingleDocument(owner, name, content)
}

/** Opens a folder, ZIP or document on this computer. @throws Error ENOENT, Refusal like `openZipPackage` */
export async function openPackageAtPath(owner: string, path: string): Promise<ImportPackage> {
  const about = await stat(path)
  if (about.isDirectory()) return openFolderPackage(owner, path)
  return openUploadedPackage(owner, { name: basename(path), content: contentOfFile(path, about.size) })
}

/** Ignores symbolic links. @throws Refusal like `openZipPackage` */
export async function openFolderPackage(owner: string, folder: string): Promise<ImportPackage> {
  const entries: PackageEntry[] = []
  // The map key is the normalised path; its value is the path as the disk has it.
  const places = new Map<string, string>()
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = join(item.parentPath, item.name)
    const path = relative(folder, place).split(sep).join('/').normalize('NFC')
    if (!item.isFile() || isSystemFile(path)) continue
    entries.push({ path, bytes: (await stat(place)).size, place: null })
    places.set(path, place)
  }
  entries.sort((one, other) => (one.path < other.path ? -1 : 1))
  requireImportLimits(entries)
  return {
    owner,
    entries,
    sourceOf: ({ path, bytes }) => contentOfFile(places.get(path) ?? join(folder, path), bytes),
  }
}

export function openSingleDocument(owner: string, name: string, source: ByteContent): ImportPackage {
  const entries = [{ path: name, bytes: source.size, place: null }]
  requireImportLimits(entries)
  return { owner, entries, sourceOf: () => source }
}

const task: ReadTaskName<PackageTaskInput, PackageTaskOutput> = {
  script: new URL('./task.ts', import.meta.url),
  lane: 'long',
  tooSlow: '压缩包过于复杂，请分批导入',
  tooComplex: '文件已损坏或内容过于复杂，请重新打包后再试',
}

/**
 * Opens a ZIP file.
 * @throws Refusal poster_import.unreadable for a damaged or encrypted file, links or unsafe paths;
 * poster_import.tooLarge for ZIP bombs
 */
export async function openZipPackage(owner: string, name: string, source: ByteContent): Promise<ImportPackage> {
  const found = await readResultInProcess(task, null, { owner, source }).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error
    return refuse('poster_import.unreadable', { problem: error.message })
  })
  if (!('entries' in found)) throw new Error('a list was asked for')
  if (found.entries.some(({ path }) => path === 'word/document.xml'))
    return openSingleDocument(owner, `${name.replace(/(\.docx)?(\.zip)?$/i, '')}.docx`, source)
  requireImportLimits(found.entries)
  return { owner, entries: found.entries, sourceOf: () => source }
}

/** @throws Refusal poster_import.unreadable */
export async function* unpackInWorker(pack: ImportPackage, entry: PackageEntry): AsyncGenerator<Buffer> {
  const source = pack.sourceOf(entry)
  try {
    for await (const found of readInProcess(task, entry, { owner: pack.owner, source }))
      if ('piece' in found) yield Buffer.from(found.piece)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    refuse('poster_import.unreadable', { problem: error.message })
  }
}
