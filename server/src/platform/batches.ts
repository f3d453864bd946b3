import { setImmediate } from 'node:timers/promises'

const batch = 500

/** Like `rows.map(make)`, but with pauses in which other requests are answered. */
export async function mapInBatches<Row, Made>(rows: readonly Row[], make: (row: Row) => Made): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % batch === 0) await setImmediate()
    made.push(make(row))
  }
  return made
}

/** Runs `work` for a few items at once. */
export async function forEachTogether<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += count) await Promise.all(items.slice(at, at + count).map(work))
}

interface Line {
  running: number
  waiting: (() => void)[]
}

/** Limits how many tasks run at once. Use it for tasks that need much memory or CPU. */
export function limitConcurrency(count: number) {
  const lines = new Map<string, Line>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    // A finished task lets the next waiting one start directly, so that a new task cannot start in between.
    if (line.running >= count) await new Promise<void>((go) => line.waiting.push(go))
    else line.running += 1
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(key)
    }
  }
}
