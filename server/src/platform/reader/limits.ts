const megabyte = 1024 * 1024

/**
 * What one reading process may take. Measured (docs/decisions/063-one-reader.md): the largest
 * honest files take 2.3 s and 570 MB.
 */
export const readerLimits = {
  /** resident memory of the whole process, as the system counts it; above it the process is killed */
  memoryBytes: 768 * megabyte,
  /** of it, what V8 may use for objects */
  heapMb: 448,
  /** what the system lets the process map as data; V8 reserves 576 MB of it at its start and uses little of them */
  dataBytes: 1344 * megabyte,
  /** of the processor, for one file: an idle machine gives it in as many seconds, a busy one takes longer */
  cpuSeconds: 8,
  /** until an answer, on a machine however busy */
  wallSeconds: 60,
  /** of all messages about one file */
  answerBytes: 96 * megabyte,
} as const

/** Files of one kind that are read at a time in this server process; the others wait in line. */
export const lanes = {
  /** pictures, texts, headers of films: moments */
  quick: 2,
  /** workbooks and packages: seconds */
  long: 2,
} as const

export type Lane = keyof typeof lanes

/** that wait in line, of one person and in all: whoever comes after them is asked to come back */
export const maxWaiting = { ofOne: 20, all: 200 } as const
