import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { openFolder, openSingle } from './folder.ts'
import type { ImportPackage } from './package.ts'
import { openZip } from './zip.ts'

/** What staff uploaded: a ZIP by its content, else one document. @throws Refusal as openZip */
export async function openUploaded(file: {
  name: string
  content: Buffer
}): Promise<ImportPackage> {
  // every ZIP, an empty one too, begins so
  const isZip = file.content.subarray(0, 2).toString('latin1') === 'PK'
  return isZip ? openZip(file.content) : openSingle(file.name, file.content)
}

/** A folder, a ZIP or a document on this computer. @throws Error ENOENT, Refusal as openZip */
export async function openPath(path: string): Promise<ImportPackage> {
  if ((await stat(path)).isDirectory()) return openFolder(path)
  return openUploaded({ name: basename(path), content: await readFile(path) })
}
