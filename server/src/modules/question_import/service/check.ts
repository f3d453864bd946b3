import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '../../../platform/db/database.ts'
import {
  forgetOldImports,
  insertImport,
  recordAbout,
  recordRows,
} from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { importWork } from '../../../platform/imports/import-work.ts'
import { wantedTable } from '../../../platform/imports/wanted-table.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { hasUploaded, readUploaded } from '../../file/service.ts'
import { hasCourse } from '../../question/service.ts'
import type { QuestionField } from '../read/raw.ts'
import { readFileApart } from '../read/reader.ts'
import { concludeCheck, findImport, type ImportRecord } from '../store.ts'
import { readState } from './state.ts'

export interface CheckInput {
  importId: string
  fileId: string
  courseId: string
  sheet?: string | undefined
  headRow?: number | undefined
  mapping: (QuestionField | null)[] | null
}

/**
 * Starts the dry run in the background; nothing of it touches the bank. A repeat tells how far it is.
 * @throws Refusal question_import.conflict for an id that means another file, course, table or mapping
 */
export async function checkFile(deps: Deps, staff: StaffAtWork, input: CheckInput) {
  const { importId: id, fileId, courseId, mapping: wantedMapping } = input
  const asked = { fileId, courseId, wantedMapping, wantedTable: wantedTable(input) }
  if (!(await findImport(deps.db, id))) {
    if (!(await hasCourse(deps.db, courseId))) refuse('question.noSuchCourse')
    if (!(await hasUploaded(deps.db, fileId, 'QUESTIONS', staff.staffId)))
      refuse('question_import.noFile')
    const row = { id, staffId: staff.staffId, ...asked }
    const made = await insertImport(deps.db, 'questionImport', row)
    if (made) void workOn(deps, { id, state: 'READING', claim: 0 })
  }
  const there = await findImport(deps.db, id)
  const same = there && isDeepStrictEqual(asked, askedOf(there))
  if (!same || there.staffId !== staff.staffId) refuse('question_import.conflict')
  return readState(deps, staff, id)
}

function askedOf({ fileId, courseId, wantedMapping, wantedTable }: ImportRecord) {
  return { fileId, courseId, wantedMapping, wantedTable }
}

/** When a dry run's process has died. */
export const stalled = {
  states: ['READING'],
  seconds: 90,
  problem: '多次读取都没有完成，请检查文件后重新上传',
}

const { workOn, resumeStalled } = importWork<ImportRecord>({
  table: 'questionImport',
  stalled,
  find: findImport,
  work: read,
  broken: '处理时出错，请联系管理员',
})

export { resumeStalled }

async function read(deps: Deps, row: ImportRecord): Promise<void> {
  const { content, mime } = await readUploaded(deps, row.fileId, 'QUESTIONS', row.staffId)
  const { sheet = null, headRow = null } = row.wantedTable ?? {}
  const input = { isXlsx: mime !== 'text/plain', mapping: row.wantedMapping, sheet, headRow }
  for await (const told of readFileApart(input, { owner: row.staffId, source: content }))
    await inTransaction(deps.db, async (tx) => {
      if ('about' in told) {
        const { format, ...about } = told.about
        await recordAbout(tx, 'questionImport', row, about, { format })
      }
      if ('rows' in told) await recordRows(tx, 'questionImport', row, told.rows)
      if ('end' in told && told.end === 'ALL') await concludeCheck(tx, row)
    })
}

/** A job: what nobody looks at any more. */
export async function forgetOld({ db }: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(db, (tx) => forgetOldImports(tx, 'questionImport'))
}
