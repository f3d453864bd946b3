import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** a page of PostgreSQL's log */
const page = Buffer.alloc(8192)

/**
 * The disk alone, in the minute and the folder in which something durable is measured: a page written and synced every 20 ms.
 * No answer that must survive can come sooner. @returns a function that ends it and tells the 99th percentile, in ms
 */
export function probeDisk(folder: string): () => Promise<number> {
  const times: number[] = []
  let going = true
  const probing = probe()
  async function probe(): Promise<void> {
    const file = await open(join(folder, 'probe'), 'w')
    while (going) {
      const from = performance.now()
      await file.write(page, 0, page.length, 0)
      await file.datasync()
      times.push(performance.now() - from)
      await pause(20)
    }
    await file.close()
  }
  return async () => {
    going = false
    await probing
    times.sort((a, b) => a - b)
    return times[Math.floor(times.length * 0.99)] ?? 0
  }
}
