import { readResultInProcess } from '../../../../platform/reader/read-apart.ts'
import type { ReadTaskName } from '../../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import type { ImportPackage, PackageEntry } from '../package/package.ts'
import { type ImportDocument, refusedDocument } from './document.ts'
import type { ReadDocumentInput } from './task.ts'

const tooHard = '文档结构过于复杂，没有在限定的时间内读完'

const task: ReadTaskName<ReadDocumentInput, ImportDocument> = {
  script: new URL('./task.ts', import.meta.url),
  lane: 'long',
  tooSlow: tooHard,
  tooComplex: tooHard,
}

/** After this many unreadable documents the rest of the package is not read. */
const mostHard = 3
const givenUp = `前面已有 ${mostHard} 个文档过于复杂，这个没有再读`

/** A document that crashes the reader is refused, and the next one gets a new worker. */
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
    if (this.#hard >= mostHard) return refusedDocument(entry.path, givenUp)
    const fallbackCategory = this.#fallbackCategory
    const input = { entry, fallbackCategory, wantedCategory, paths: this.#paths }
    const reading = { owner: this.#pack.owner, source: this.#pack.sourceOf(entry) }
    try {
      const document = await readResultInProcess(task, input, reading)
      // Workers return a Buffer as plain bytes, so convert it.
      return { ...document, contentHash: Buffer.from(document.contentHash) }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      if (error.message === tooHard) this.#hard += 1
      return refusedDocument(entry.path, error.message)
    }
  }
}
