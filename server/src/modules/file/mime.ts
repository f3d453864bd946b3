import { type FileKind, kindOfFile } from '@ce/contract/file-kinds'

const mimes: Readonly<Partial<Record<FileKind, string>>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

/**
 * What a student may send, by its first bytes: nothing else of the file is looked at, so that no file, whatever it is, takes time here. What moves
 * is no picture.
 */
export function mimeOf(file: Buffer): string | null {
  const kind = kindOfFile(file)
  return (kind && mimes[kind]) ?? null
}
