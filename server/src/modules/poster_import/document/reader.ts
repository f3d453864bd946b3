import { readOnce } from '../../../platform/reader/read-apart.ts'
import type { TaskName } from '../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import type { ImportPackage, PackageEntry } from '../package/package.ts'
import { type ImportDocument, refused } from './document.ts'
import type { DocumentInput } from './task.ts'

const tooHard = '文档结构过于复杂，没有在限定的时间内读完'

const task: TaskName<DocumentInput, ImportDocument> = {
  script: new URL('./task.ts', import.meta.url),
  lane: 'long',
  tooSlow: tooHard,
  tooComplex: tooHard,
}

/** so many such documents in one package are no accident: what comes after them is not read */
const mostHard = 3
const givenUp = `前面已有 ${mostHard} 个文档过于复杂，这个没有再读`

/**
 * Reads the documents of a package in a process of their own: Markdown and HTML can be made to take a parser hours or all its memory. Such
 * a document is refused, the next one gets a new process.
 */
export class DocumentReader {
  readonly #pack: ImportPackage
  readonly #fallbackCategory: number | null
  readonly #paths: string[]
  #hard = 0

  constructor(pack: ImportPackage, fallbackCategory: number | null) {
    this.#pack = pack
    this.#fallbackCategory = fallbackCategory
    this.#paths = pack.entries.map(({ path }) => path)
  }

  async read(entry: PackageEntry, wantedCategory: number | null): Promise<ImportDocument> {
    if (this.#hard >= mostHard) return refused(entry.path, givenUp)
    const fallbackCategory = this.#fallbackCategory
    const input = { entry, fallbackCategory, wantedCategory, paths: this.#paths }
    const reading = { owner: this.#pack.owner, source: this.#pack.sourceOf(entry) }
    try {
      const document = await readOnce(task, input, reading)
      // a buffer crosses between processes as bare bytes
      return { ...document, contentHash: Buffer.from(document.contentHash) }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      if (error.message === tooHard) this.#hard += 1
      return refused(entry.path, error.message)
    }
  }
}
