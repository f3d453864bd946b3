import { refuse } from '../../../../platform/errors.ts'
import type { ByteContent } from '../../../../platform/files/content.ts'

const megabyte = 1024 * 1024

/** Larger imports must be split (docs/import.md). */
export const contentImportLimits = {
  entries: 2000,
  unpackedBytes: 200 * megabyte,
  /** The limit for a single Markdown or HTML file. */
  documentBytes: 5 * megabyte,
  /** The limit for a Word document with pictures, and for the text inside it. */
  wordBytes: 30 * megabyte,
  wordPartBytes: 20 * megabyte,
  /** The limit for all documents together, because they are read at once. */
  documentsBytes: 60 * megabyte,
  assetBytes: 50 * megabyte,
  /** The highest ratio of unpacked to packed size above one megabyte; only ZIP bombs exceed it. */
  ratio: 150,
  ratioFrom: megabyte,
} as const

/** The paths in a package are normalised and relative, with `/`. */
export interface ImportPackage {
  owner: string
  entries: PackageEntry[]
  /** Returns the file that contains the entry; only a worker reads it (`unpack.ts`). */
  sourceOf(entry: PackageEntry): ByteContent
}

export interface PackageEntry {
  path: string
  bytes: number
  /** The position in the ZIP; null for a plain file. */
  place: ZipLocation | null
  inner?: string
}

export interface ZipLocation {
  headerAt: number
  packedBytes: number
  isPacked: boolean
  crc32: number
}

export interface ZipEntry extends PackageEntry {
  place: ZipLocation
}

export const isPagePath = (path: string) => /\.(md|markdown|html?|xhtml)$/i.test(path)

export function isWordPath(path: string): boolean {
  return /\.docx$/i.test(path)
}

export function listDocumentEntries(entries: readonly PackageEntry[]): PackageEntry[] {
  return entries.filter(({ path }) => isPagePath(path) || isWordPath(path))
}

const partOfPage = /\.(css|js|mjs|map|json|ico|svg|woff2?|ttf|eot)$|(_files|\.files|\.assets)\//i

/** Returns why a file is not imported; null for parts of a saved page, which need no message. */
export function notImportedReason(path: string): string | null {
  if (partOfPage.test(path)) return null
  if (/\.(doc|dot|wps|wpt|rtf|odt|docm|dotx)$/i.test(path)) return '请在 Word 或 WPS 里另存为 .docx 后再导入'
  if (/\.mht(ml)?$/i.test(path)) return '请在浏览器里另存为“网页，全部”，连同文件夹一起打包后再导入'
  if (/\.(zip|rar|7z|gz|tar)$/i.test(path)) return '包里的压缩包没有再解开；请解开后再打包'
  return '没有文档显示或链接这个文件；要作为附件，请在文档里写上它的链接'
}

/** @throws Refusal poster_import.tooLarge, poster_import.empty */
export function requireImportLimits(entries: PackageEntry[]): void {
  const documents = listDocumentEntries(entries)
  if (
    entries.length > contentImportLimits.entries ||
    bytesOf(entries) > contentImportLimits.unpackedBytes ||
    bytesOf(documents.filter(({ path }) => isPagePath(path))) > contentImportLimits.documentsBytes
  )
    refuse('poster_import.tooLarge')
  if (documents.length === 0) refuse('poster_import.empty')
}

function bytesOf(entries: PackageEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0)
}
