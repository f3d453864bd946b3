import { parentPort, workerData } from 'node:worker_threads'
import { rowsOf, type SheetToRead } from './rows.ts'
import { UnreadableFile } from './unreadable.ts'

/** Reads one table beside the thread that answers everybody. */
try {
  parentPort?.postMessage({ rows: await rowsOf(sheetOf(workerData)), end: true })
} catch (error) {
  const problem = error instanceof UnreadableFile ? error.message : '文件内容过于复杂，无法读取'
  parentPort?.postMessage({ problem })
}

/** Only readRows starts this thread. */
function sheetOf(data: unknown): SheetToRead {
  return data as SheetToRead
}
