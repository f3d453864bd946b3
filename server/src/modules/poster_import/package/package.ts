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

/** True for what becomes an item; anything else is there to be shown or linked by one. */
export function isDocument(path: string): boolean {
  return /\.(md|markdown|html?|xhtml)$/i.test(path)
}
