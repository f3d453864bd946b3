interface Line {
  running: number
  waiting: (() => void)[]
}

/**
 * Lets `count` pieces of work of one key run at a time in this process; the others wait in line. For what costs much
 * memory or CPU: a rush queues here, where it holds nothing yet.
 */
export function atMost(count: number) {
  const lines = new Map<string, Line>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    // whoever leaves hands the place over, so nobody can slip in between
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
