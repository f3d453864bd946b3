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

/** What may become an item: a Word document does unless a page of the package links it as something to download. */
export function documentsOf(entries: readonly PackageEntry[]): PackageEntry[] {
  return entries.filter(({ path }) => isText(path) || isWord(path))
}

/** What a browser saves beside a page, and the pictures that it then does not show. */
const partOfPage = /\.(css|js|mjs|map|json|ico|svg|woff2?|ttf|eot)$|(_files|\.files|\.assets)\//i

/** Why a file that nothing shows or links is not imported; null: it is only a part of a saved page. */
export function whyNotImported(path: string): string | null {
  if (partOfPage.test(path)) return null
  if (/\.(doc|dot|wps|wpt|rtf|odt|docm|dotx)$/i.test(path))
    return '请在 Word 或 WPS 里另存为 .docx 后再导入'
  if (/\.mht(ml)?$/i.test(path)) return '请在浏览器里另存为“网页，全部”，连同文件夹一起打包后再导入'
  if (/\.(zip|rar|7z|gz|tar)$/i.test(path)) return '包里的压缩包没有再解开；请解开后再打包'
  return '没有文档显示或链接这个文件；要作为附件，请在文档里写上它的链接'
}
