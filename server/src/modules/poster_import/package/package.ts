/** What an import brings, whatever it came in: paths are clean and relative, with `/`. */
export interface ImportPackage {
  entries: PackageEntry[]
  /** @throws Error when the content is not what its entry says */
  read(entry: PackageEntry): Promise<Buffer>
  close(): Promise<void>
}

export interface PackageEntry {
  path: string
  bytes: number
}

/** True for what becomes an item; anything else is there to be shown or linked by one. */
export function isDocument(path: string): boolean {
  return /\.(md|markdown|html?|xhtml)$/i.test(path)
}
