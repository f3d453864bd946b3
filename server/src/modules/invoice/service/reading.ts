import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { storedContent } from '../../../platform/files/content.ts'
import { readOnce } from '../../../platform/reader/read-apart.ts'
import type { TaskName } from '../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import type { findUploaded } from '../../file/service.ts'
import { type Reading, refused } from '../read/read-invoice.ts'
import type { ReadInvoiceInput } from '../read/task.ts'
import { findReading, insertReading } from '../store/files.ts'

export type UploadedInvoice = NonNullable<Awaited<ReturnType<typeof findUploaded>>>

const tooHard = '文件内容过于复杂，没有在限定的时间内读完，请从税务系统重新下载后再上传'

const task: TaskName<ReadInvoiceInput, Reading> = {
  script: new URL('../read/task.ts', import.meta.url),
  lane: 'quick',
  tooSlow: tooHard,
  tooComplex: tooHard,
}

/** What an uploaded file says: read once, in a process of its own. @throws Refusal common.busy */
export async function readingOf(
  deps: Pick<Deps, 'db' | 'files'>,
  file: UploadedInvoice,
): Promise<Reading> {
  const known = await knownReading(deps.db, file.id)
  if (known) return known
  const reading = await read(deps, file)
  // a busy machine may have ended it: the next try reads again
  if (reading.problem !== 'TOO_COMPLEX') await insertReading(deps.db, file.id, reading)
  return reading
}

/** What was read before; null: nobody has read it. */
export async function knownReading(db: Db, fileId: string): Promise<Reading | null> {
  const kept = await findReading(db, fileId)
  return kept === undefined ? null : asReading(kept)
}

/** The column's guarantee: only readingOf writes it. */
function asReading(kept: unknown): Reading {
  return kept as Reading
}

async function read({ files }: Pick<Deps, 'files'>, file: UploadedInvoice): Promise<Reading> {
  const { storageKey, size, mime, staffId } = file
  const source = storedContent(files, { keys: [storageKey], partSize: size, size })
  try {
    return await readOnce(task, { mime }, { owner: staffId ?? 'product', source })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return refused('TOO_COMPLEX', error.message)
  }
}
