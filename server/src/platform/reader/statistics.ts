import { type Lane, lanes } from './limits.ts'

/** Why a reading process was ended before it had an answer. */
export type KillReason = 'memory' | 'time' | 'crash' | 'answer' | 'gone'

interface ReaderStatistics {
  /** files that are being read, and that wait for their turn */
  running: Record<Lane, number>
  waiting: Record<Lane, number>
  /** reading processes that live, with those that wait for the next file */
  processes: number
  /** since the start of this server process */
  read: number
  /** of which the file itself was at fault */
  unreadable: number
  refused: number
  killed: Record<KillReason, number>
  /** bytes: the most that one reading process has used */
  peakMemoryBytes: number
}

const none = () =>
  Object.fromEntries(Object.keys(lanes).map((lane) => [lane, 0])) as Record<Lane, number>

export const counts: ReaderStatistics = {
  running: none(),
  waiting: none(),
  processes: 0,
  read: 0,
  unreadable: 0,
  refused: 0,
  killed: { memory: 0, time: 0, crash: 0, answer: 0, gone: 0 },
  peakMemoryBytes: 0,
}

/** What the readers of this server process do and did, for metrics. */
export function readerStatistics(): ReaderStatistics {
  return structuredClone(counts)
}
