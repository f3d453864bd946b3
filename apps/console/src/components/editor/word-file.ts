import { docxPartPaths, readDocx } from '@ce/contract/docx'
import { strFromU8, unzipSync } from 'fflate'

/** The largest Word file that can be imported. */
const mostBytes = 30 * 1024 * 1024
const mostUnpacked = 60 * 1024 * 1024

const notWord = '这不是 Word 文档（.docx）。旧版 .doc 或加密的文档，请在 Word 或 WPS 里去掉密码，另存为 .docx'

/** Returns HTML that embeds the pictures. @throws Error with a message for the user */
export async function readWordAsHtml(file: File): Promise<string> {
  if (file.size > mostBytes) throw new Error('文档超过 30 MB，请压缩图片或拆分后再导入')
  const parts = unpacked(new Uint8Array(await file.arrayBuffer()))
  const read = readDocx((path) => {
    const part = parts[path]
    return part && strFromU8(part)
  })
  if (!read) throw new Error(notWord)
  return read.html.replace(/<img src="([^"]*)"/g, (whole, path: string) => {
    const bytes = parts[path]
    return bytes ? `<img src="data:image/x;base64,${base64(bytes)}"` : whole
  })
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let left = mostUnpacked
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    const isWanted = name.startsWith('word/media/') || docxPartPaths.some((path) => path === name)
    if (isWanted) left -= originalSize
    return isWanted && left > 0
  }
  let parts: Record<string, Uint8Array>
  try {
    // Unzip synchronously, because the CSP blocks the library's workers.
    parts = unzipSync(bytes, { filter })
  } catch {
    throw new Error(notWord)
  }
  if (left <= 0) throw new Error('文档里的图片过大，请压缩图片或拆分后再导入')
  return parts
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
