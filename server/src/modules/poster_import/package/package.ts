import type { Content } from '../../../platform/files/content.ts'

/** What an import brings, whatever it came in: paths are clean and relative, with `/`. */
export interface ImportPackage {
  /** whose it is: each person's files are read one after the other */
  owner: string
  entries: PackageEntry[]
  /** the file that an entry lies in; read by a process of its own (unpack.ts) */
  sourceOf(entry: PackageEntry): Content
}

export interface PackageEntry {
  path: string
  /** unpacked */
  bytes: number
  /** where in a ZIP it lies; null: it is a file by itself */
  place: ZipPlace | null
  /** what is wanted of it: a file within the Word document that it is */
  inner?: string
}

export interface ZipPlace {
  headerAt: number
  packedBytes: number
  isPacked: boolean
  crc32: number
}

export interface ZipEntry extends PackageEntry {
  place: ZipPlace
}

/** True for pages; anything else is there to be shown or linked by one. */
export const isText = (path: string) => /\.(md|markdown|html?|xhtml)$/i.test(path)

export function isWord(path: string): boolean {
  return /\.docx$/i.test(path)
}

/** What becomes an item: a Word document only where nothing else of the package does, for beside pages it is something to download. */
export function documentsOf(entries: readonly PackageEntry[]): PackageEntry[] {
  const texts = entries.filter(({ path }) => isText(path))
  return texts.length > 0 ? texts : entries.filter(({ path }) => isWord(path))
}
