import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The size of a page of PostgreSQL's log. */
const page = Buffer.alloc(8192)

/**
 * Measures the disk alone during a run by syncing a page every 20 ms. @returns a function that ends the probe and
 * returns the 99th percentile in ms
 */
export function startDiskProbe(folder: string): () => Promise<number> {
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
