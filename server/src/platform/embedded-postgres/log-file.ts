import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs'

const MAX_BYTES = 10_000_000
const HOUR_MS = 3_600_000
const LINES_SHOWN = 3

/**
 * Keeps `<dataDir>/postgres.log` to about 10 MB with one older file. The server holds it open, so it
 * is copied and emptied rather than renamed; this works for an adopted server as well.
 * @returns a function that ends the watch
 */
export function keepLogSmall(log: string): () => void {
  trim(log)
  const timer = setInterval(() => trim(log), HOUR_MS).unref()
  return () => clearInterval(timer)
}

function trim(log: string): void {
  if (sizeOf(log) <= MAX_BYTES) return
  copyFileSync(log, `${log}.1`)
  truncateSync(log)
}

/** Bytes; 0 while there is no such file. */
export function sizeOf(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.size ?? 0
}

/** What was written after `offset` bytes. */
export function writtenSince(log: string, offset: number): string {
  return readFileSync(log).subarray(offset).toString('utf8')
}

/** The last lines of a program's output as one line without times and process ids. */
export function summary(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '' && !line.startsWith('LOG:'))
  return lines.slice(-LINES_SHOWN).join(' | ')
}
