import { readFileSync } from 'node:fs'

const megabyte = 1024 * 1024

/**
 * Limits for one reader process. The largest real files take 2.3 s and 570 MB
 * (docs/decisions/063-files-read-in-separate-processes.md).
 */
export const readerLimits = {
  memoryBytes: 768 * megabyte,
  heapMb: 448,
  /** V8 reserves 576 MB at the start and uses little of it. */
  dataBytes: 1344 * megabyte,
  /** Processor seconds for one file. */
  cpuSeconds: 8,
  /** Seconds until the reader's next response, even on a busy machine. */
  wallSeconds: 60,
  answerBytes: 96 * megabyte,
} as const

/** Files of one kind that are read at the same time. */
export const readerLanes = {
  quick: 2,
  long: 2,
} as const

/** Limits of waiting files; later files are refused as busy. */
export const maxWaitingFiles = { ofOne: 20, all: 200 } as const

const ticksPerSecond = 100

export type KillReason = 'memory' | 'time' | 'crash' | 'answer' | 'gone'

interface ReaderStatistics {
  running: Record<ReaderLane, number>
  waiting: Record<ReaderLane, number>
  processes: number
  read: number
  unreadable: number
  refused: number
  killed: Record<KillReason, number>
  /** Bytes: the highest memory use of one reader process. */
  peakMemoryBytes: number
}

const none = () => Object.fromEntries(Object.keys(readerLanes).map((lane) => [lane, 0])) as Record<ReaderLane, number>

export const readerCounts: ReaderStatistics = {
  running: none(),
  waiting: none(),
  processes: 0,
  read: 0,
  unreadable: 0,
  refused: 0,
  killed: { memory: 0, time: 0, crash: 0, answer: 0, gone: 0 },
  peakMemoryBytes: 0,
}

export function readerStatistics(): ReaderStatistics {
  return structuredClone(readerCounts)
}

interface Usage {
  memoryBytes: number
  cpuSeconds: number
}

/** null when there is no /proc or the process is gone. */
export function readProcessUsage(pid: number): Usage | null {
  try {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      memoryBytes: Number(resident?.[1] ?? 0) * 1024,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    }
  } catch {
    return null
  }
}

export type ReaderLane = keyof typeof readerLanes
