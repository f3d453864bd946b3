import { on } from 'node:events'
import { startReader } from '../../../platform/reader-process.ts'
import type { FileToRead } from './file.ts'
import type { ReadRow } from './question-of.ts'
import { type QuestionField, type TableColumn, UnreadableFile } from './raw.ts'

export interface AboutFile {
  format: 'XLSX' | 'CSV' | 'GIFT' | 'AIKEN'
  columns: TableColumn[]
  mapping: (QuestionField | null)[]
}

/** What the reading process tells, in this order; `total` null: somebody must name the columns first. */
export type Told =
  | { about: AboutFile; total: number | null }
  | { rows: ReadRow[] }
  /** COLUMNS: no further without their names */
  | { end: 'ALL' | 'COLUMNS' }
  | { problem: string }

/** of one file; 20,000 rows take two seconds on a calm machine */
const maxSeconds = 60
const heapMb = 768

/**
 * Reads a file in a process of its own: a sheet can be made to take a parser minutes or all its memory, and learners must
 * not wait even for an honest one. @throws UnreadableFile
 */
export async function* readApart(file: FileToRead, memoryMb = heapMb): AsyncGenerator<Told> {
  const child = startReader(new URL('./worker.ts', import.meta.url), memoryMb)
  const patience = AbortSignal.timeout(maxSeconds * 1000)
  const ended = new AbortController()
  child.on('error', () => ended.abort())
  child.once('exit', () => ended.abort())
  try {
    const signal = AbortSignal.any([patience, ended.signal])
    const messages = on(child, 'message', { signal })
    child.send(file)
    for await (const [told] of messages) {
      if ('problem' in told) throw new UnreadableFile(told.problem)
      // under `node --watch` it also says which files it loads
      if (!('about' in told || 'rows' in told || 'end' in told)) continue
      yield told
      if ('end' in told) return
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(
      patience.aborted
        ? `${maxSeconds} 秒内没有读完，请分成几个文件`
        : '文件内容过于复杂，无法读取',
    )
  } finally {
    child.kill('SIGKILL')
  }
}
