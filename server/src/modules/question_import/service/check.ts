import { isDeepStrictEqual } from 'node:util'
import { atMost } from '../../../platform/at-most.ts'
import { isConnectionLost } from '../../../platform/db/connection-lost.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { hasUploaded, readUploaded } from '../../file/service.ts'
import { hasCourse } from '../../question/service.ts'
import type { QuestionField } from '../read/raw.ts'
import { readFileApart } from '../read/reader.ts'
import {
  claimStalled,
  concludeCheck,
  findImport,
  forgetOld,
  type ImportRecord,
  insertImport,
  NotOurs,
  type Reading,
  recordAbout,
  recordFailure,
  recordRows,
} from '../store.ts'
import { readState } from './state.ts'

export interface CheckInput {
  importId: string
  fileId: string
  courseId: string
  mapping: (QuestionField | null)[] | null
}

/**
 * Starts the dry run in the background; nothing of it touches the bank. A repeat tells how far it is.
 * @throws Refusal question_import.conflict for an id that means another file, course or mapping
 */
export async function checkFile(deps: Deps, staff: StaffAtWork, input: CheckInput) {
  const { importId: id, fileId, courseId, mapping: wantedMapping } = input
  const asked = { fileId, courseId, wantedMapping }
  if (!(await findImport(deps.db, id))) {
    if (!(await hasCourse(deps.db, courseId))) refuse('question.noSuchCourse')
    if (!(await hasUploaded(deps.db, fileId, 'QUESTIONS', staff.staffId)))
      refuse('question_import.noFile')
    const made = await insertImport(deps.db, { id, staffId: staff.staffId, ...asked })
    if (made) void workOn(deps, { id, courseId, claim: 0 })
  }
  const there = await findImport(deps.db, id)
  const same = there && isDeepStrictEqual(asked, askedOf(there))
  if (!same || there.staffId !== staff.staffId) refuse('question_import.conflict')
  return readState(deps, staff, id)
}

function askedOf({ fileId, courseId, wantedMapping }: ImportRecord) {
  return { fileId, courseId, wantedMapping }
}

/** a file lies in memory while it is read */
const reading = atMost(1)

/** Never throws: whoever started it has gone on. What a broken connection leaves undone, resumeStalled takes up again. */
function workOn(deps: Deps, mine: Reading): Promise<void> {
  return reading('', async () => {
    try {
      const row = await findImport(deps.db, mine.id)
      if (row?.state === 'READING' && row.claim === mine.claim) await read(deps, row)
    } catch (error) {
      if (!(error instanceof NotOurs)) console.error('question import:', error)
    }
  })
}

async function read(deps: Deps, row: ImportRecord): Promise<void> {
  const { db } = deps
  try {
    const { content, mime } = await readUploaded(deps, row.fileId, 'QUESTIONS', row.staffId)
    const file = { bytes: content, isXlsx: mime !== 'text/plain', mapping: row.wantedMapping }
    for await (const told of readFileApart(file))
      await inTransaction(db, async (tx) => {
        if ('about' in told) await recordAbout(tx, row, told.about, told.total)
        if ('rows' in told) await recordRows(tx, row, told.rows)
        if ('end' in told && told.end === 'ALL') await concludeCheck(tx, row)
      })
  } catch (error) {
    if (isConnectionLost(error) || error instanceof NotOurs) throw error
    await recordFailure(db, row, problemOf(error))
  }
}

function problemOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  if (error instanceof Refusal) return '没有找到上传的文件，请重新上传'
  console.error('question import:', error)
  return '处理时出错，请联系管理员'
}

/** A job: goes on with dry runs whose process died. */
export async function resumeStalled(deps: Deps): Promise<void> {
  for (;;) {
    const mine = await claimStalled(deps.db)
    if (!mine) return
    await workOn(deps, mine)
  }
}

/** A job: what nobody looks at any more. */
export async function forgetOldImports({ db }: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(db, forgetOld)
}
