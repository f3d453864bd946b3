import type { Content } from '../../platform/files/content.ts'

/** bytes at the end of a file in which a PDF says that it ends; some programs write a little after it */
const endBytes = 4096

/** Whether a PDF is there to its end: it names it in its last lines (ISO 32000-1 §7.5.5), and a file that was cut off does not. */
export async function isWholePdf(content: Pick<Content, 'size' | 'read'>): Promise<boolean> {
  const from = Math.max(0, content.size - endBytes)
  return (await content.read(from, content.size - from)).includes('%%EOF')
}
