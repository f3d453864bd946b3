import { refuse } from '../../../platform/errors.ts'
import type { Content } from '../../../platform/files/content.ts'
import { readApart, readOnce } from '../../../platform/reader/read-apart.ts'
import type { TaskName } from '../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { openSingle } from './folder.ts'
import { checkLimits } from './limits-check.ts'
import type { ImportPackage, PackageEntry } from './package.ts'
import type { PackageFound, PackageInput } from './task.ts'

const task: TaskName<PackageInput, PackageFound> = {
  script: new URL('./task.ts', import.meta.url),
  lane: 'long',
  tooSlow: '压缩包过于复杂，请分批导入',
  tooComplex: '文件已损坏或内容过于复杂，请重新打包后再试',
}

/**
 * A ZIP as a package: its list is read by a process of its own.
 * @throws Refusal poster_import.unreadable for damage, encryption, links and path tricks; poster_import.tooLarge for bombs
 */
export async function openZip(
  owner: string,
  name: string,
  source: Content,
): Promise<ImportPackage> {
  const found = await readOnce(task, null, { owner, source }).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error
    return refuse('poster_import.unreadable', { problem: error.message })
  })
  if (!('entries' in found)) throw new Error('a list was asked for')
  // a Word document is a ZIP, whatever it is called
  if (found.entries.some(({ path }) => path === 'word/document.xml'))
    return openSingle(owner, `${name.replace(/(\.docx)?(\.zip)?$/i, '')}.docx`, source)
  checkLimits(found.entries)
  return { owner, entries: found.entries, sourceOf: () => source }
}

/** What an entry holds, unpacked by a process of its own. @throws Refusal poster_import.unreadable */
export async function* unpackApart(
  pack: ImportPackage,
  entry: PackageEntry,
): AsyncGenerator<Buffer> {
  const source = pack.sourceOf(entry)
  try {
    for await (const found of readApart(task, entry, { owner: pack.owner, source }))
      if ('piece' in found) yield Buffer.from(found.piece)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    refuse('poster_import.unreadable', { problem: error.message })
  }
}
