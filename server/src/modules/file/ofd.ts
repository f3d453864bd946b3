import { fromBufferPromise } from 'yauzl'

/** no honest one has more */
const mostEntries = 2000

/** Whether a ZIP is an OFD (GB/T 33190-2016): its entry lies at the root under this name. */
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
    // cut short, or no ZIP beyond its first bytes
    return false
  }
}
