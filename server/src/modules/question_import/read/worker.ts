import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { type FileToRead, readFile } from './file.ts'
import { questionOf } from './question-of.ts'
import type { Told } from './reader.ts'

/** Reads one file beside the thread that answers everybody (reader.ts), and tells what it finds piece by piece. */
const batch = 250

function tell(what: Told): void {
  parentPort?.postMessage(what)
}

async function read(file: FileToRead): Promise<void> {
  const found = await readFile(file)
  const { questions, ...about } = found
  tell({ about: { columns: [], mapping: [], ...about }, total: questions?.length ?? null })
  for (let at = 0; questions && at < questions.length; at += batch)
    tell({ rows: questions.slice(at, at + batch).map(questionOf) })
  tell({ end: questions ? 'ALL' : 'COLUMNS' })
}

try {
  await read(fileOf(workerData))
} catch (error) {
  tell({ problem: error instanceof UnreadableFile ? error.message : '文件内容过于复杂，无法读取' })
}

/** Only reader.ts starts this thread. */
function fileOf(data: unknown): FileToRead {
  return data as FileToRead
}
