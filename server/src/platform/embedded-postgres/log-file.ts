import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs'

const MAX_BYTES = 10_000_000
const HOUR_MS = 3_600_000
const LINES_SHOWN = 3

/**
 * The server keeps the log open, so the file is copied and emptied instead of renamed. @returns a function that ends
 * the rotation
 */
export function rotateServerLog(log: string): () => void {
  trim(log)
  const timer = setInterval(() => trim(log), HOUR_MS).unref()
  return () => clearInterval(timer)
}

function trim(log: string): void {
  if (readLogFileSize(log) <= MAX_BYTES) return
  copyFileSync(log, `${log}.1`)
  truncateSync(log)
}

export function readLogFileSize(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.size ?? 0
}

export function readLogSince(log: string, offset: number): string {
  return readFileSync(log).subarray(offset).toString('utf8')
}

export function summarizeOutput(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '' && !line.startsWith('LOG:'))
  return lines.slice(-LINES_SHOWN).join(' | ')
}
