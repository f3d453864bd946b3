import { type FileKind, fileKindOf } from '@ce/contract/file-kinds'
import { fromBufferPromise } from 'yauzl'
import { decodeText } from '../../platform/decode-text.ts'
import type { ByteContent } from '../../platform/files/content.ts'

/** Some programs write a few bytes after the end mark of a PDF. */
const endBytes = 4096

const mostEntries = 2000

const mimes: Readonly<Partial<Record<FileKind, string>>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

/** Checks only the first bytes, so that no file takes long. */
export function studentFileType(file: Buffer): string | null {
  const kind = fileKindOf(file)
  return (kind && mimes[kind]) ?? null
}

/** Checks the ZIP for the root entry OFD.xml (GB/T 33190-2016). */
export async function isOfd(bytes: Buffer): Promise<boolean> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true })
    let count = 0
    for await (const { fileName } of zip.eachEntry()) {
      count += 1
      if (fileName === 'OFD.xml') return true
      if (count > mostEntries) return false
    }
    return false
  } catch {
    return false
  }
}

/** A complete PDF has the end mark in its last lines (ISO 32000-1 §7.5.5). */
export async function isWholePdf(content: Pick<ByteContent, 'size' | 'read'>): Promise<boolean> {
  const from = Math.max(0, content.size - endBytes)
  return (await content.read(from, content.size - from)).includes('%%EOF')
}

/** Accepts UTF-8 or GB 18030 without control bytes. */
export function looksLikeText(beginning: Buffer): boolean {
  const control = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20) || byte === 0x7f
  return beginning.length > 0 && !beginning.some(control)
}

export function isXml(file: Buffer): boolean {
  const beginning = (decodeText(file) ?? '').slice(0, 2000)
  return /^\ufeff?\s*<(?:\?xml\s|(?!!doctype html|html|!)[\w:])/i.test(beginning)
}
