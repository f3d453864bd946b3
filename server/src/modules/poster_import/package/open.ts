import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Content, fileContent } from '../../../platform/files/content.ts'
import { openFolder, openSingle } from './folder.ts'
import type { ImportPackage } from './package.ts'
import { openZip } from './read.ts'

/** What staff uploaded: a ZIP by its content, else one document. @throws Refusal as openZip */
export async function openUploaded(
  owner: string,
  { name, content }: { name: string; content: Content },
): Promise<ImportPackage> {
  // every ZIP, an empty one too, begins so
  const isZip = (await content.read(0, 2)).toString('latin1') === 'PK'
  return isZip ? openZip(owner, name, content) : openSingle(owner, name, content)
}

/** A folder, a ZIP or a document on this computer. @throws Error ENOENT, Refusal as openZip */
export async function openPath(owner: string, path: string): Promise<ImportPackage> {
  const about = await stat(path)
  if (about.isDirectory()) return openFolder(owner, path)
  return openUploaded(owner, { name: basename(path), content: fileContent(path, about.size) })
}
