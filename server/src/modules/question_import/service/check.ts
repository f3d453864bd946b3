import { isDeepStrictEqual } from 'node:util'
import { atMost } from '../../../platform/at-most.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { readUploaded } from '../../file/service.ts'
import { hasCourse } from '../../question/service.ts'
import { type QuestionField, UnreadableFile } from '../read/raw.ts'
import { readInThread } from '../read/reader.ts'
import {
  claimStalled,
  concludeCheck,
  findImport,
  forgetOld,
  forgetRows,
  type ImportRecord,
  insertImport,
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
  if (!(await hasCourse(deps.db, courseId))) refuse('question.noSuchCourse')
  await requireFile(deps, fileId, staff.staffId)
  const asked = { fileId, courseId, wantedMapping }
  if (await insertImport(deps.db, { id, staffId: staff.staffId, ...asked })) void workOn(deps, id)
  else {
    const there = await findImport(deps.db, id)
    const same = there && isDeepStrictEqual(asked, askedOf(there))
    if (!same || there.staffId !== staff.staffId) refuse('question_import.conflict')
  }
  return readState(deps, staff, id)
}

function askedOf({ fileId, courseId, wantedMapping }: ImportRecord) {
  return { fileId, courseId, wantedMapping }
}

async function requireFile(deps: Deps, fileId: string, staffId: string) {
  try {
    return await readUploaded(deps, fileId, 'QUESTIONS', staffId)
  } catch (error) {
    if (error instanceof Refusal) return refuse('question_import.noFile')
    throw error
  }
}

/** a file lies in memory while it is read */
const reading = atMost(1)

/** Never throws: whoever started it has gone on. What a broken connection leaves undone, resumeStalled takes up again. */
function workOn(deps: Deps, id: string): Promise<void> {
  return reading('', async () => {
    try {
      const row = await findImport(deps.db, id)
      if (row?.state === 'READING') await read(deps, row)
    } catch (error) {
      console.error('question import:', error)
    }
  })
}

async function read(deps: Deps, row: ImportRecord): Promise<void> {
  try {
    const { content, mime } = await requireFile(deps, row.fileId, row.staffId)
    const file = { bytes: content, isXlsx: mime !== 'text/plain', mapping: row.wantedMapping }
    await forgetRows(deps.db, row.id)
    for await (const told of readInThread(file)) {
      if ('about' in told) await recordAbout(deps.db, row.id, told.about, told.total)
      if ('rows' in told) await inTransaction(deps.db, (tx) => recordRows(tx, row.id, told.rows))
    }
    await inTransaction(deps.db, (tx) => concludeCheck(tx, row))
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    await recordFailure(deps.db, row.id, problem)
  }
}

/** Null: ours to look into. */
function problemOf(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.message
  return error instanceof Refusal ? '没有找到上传的文件，请重新上传' : null
}

/** A job: goes on with dry runs whose process died. */
export async function resumeStalled(deps: Deps): Promise<void> {
  for (;;) {
    const id = await claimStalled(deps.db)
    if (!id) return
    await workOn(deps, id)
  }
}

/** A job: what nobody looks at any more. */
export async function forgetOldImports({ db }: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(db, forgetOld)
}
