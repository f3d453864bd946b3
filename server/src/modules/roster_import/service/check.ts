import { isDeepStrictEqual } from 'node:util'
import { atMost } from '../../../platform/at-most.ts'
import { isConnectionLost } from '../../../platform/db/connection-lost.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal, refuse } from '../../../platform/errors.ts'
import { readRows } from '../../../platform/sheets/rows.ts'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { hasUploaded, readUploaded } from '../../file/service.ts'
import { type Mapping, type RosterKind, readRoster, rowsToRead } from '../read/columns.ts'
import { hoursOf } from '../read/hours-row.ts'
import { studentOf } from '../read/student-row.ts'
import {
  claimStalled,
  findImport,
  forgetOld,
  type ImportRecord,
  insertImport,
  NotOurs,
  record,
  recordReport,
  type Work,
} from '../store.ts'
import { compareHours } from './compare-hours.ts'
import { compareStudents } from './compare-students.ts'
import { readState } from './state.ts'
import { writeAll } from './write.ts'

export interface CheckInput {
  importId: string
  kind: RosterKind
  fileId: string
  mapping: Mapping | null
}

/**
 * Starts the dry run in the background; nothing is written by it. A repeat tells how far it is.
 * @throws Refusal roster_import.conflict for an id that means another file, kind or mapping
 */
export async function checkFile(deps: Deps, staff: StaffAtWork, input: CheckInput) {
  const { importId: id, kind, fileId, mapping: wantedMapping } = input
  const asked = { kind, fileId, wantedMapping }
  if (!(await findImport(deps.db, id))) {
    if (!(await hasUploaded(deps.db, fileId, 'ROSTER', staff.staffId)))
      refuse('roster_import.noFile')
    const made = await insertImport(deps.db, { id, staffId: staff.staffId, ...asked })
    if (made) void workOn(deps, { id, state: 'READING', claim: 0 })
  }
  const there = await findImport(deps.db, id)
  const said = there && {
    kind: there.kind,
    fileId: there.fileId,
    wantedMapping: there.wantedMapping,
  }
  if (!isDeepStrictEqual(asked, said) || there?.staffId !== staff.staffId)
    refuse('roster_import.conflict')
  return readState(deps, staff, id)
}

/** a file lies in memory while it is read */
const working = atMost(1)

/** Never throws: whoever started it has gone on. What a broken connection leaves undone, resumeStalled takes up again. */
export function workOn(deps: Deps, work: Work): Promise<void> {
  return working('', async () => {
    try {
      const row = await findImport(deps.db, work.id)
      if (row?.state !== work.state || row.claim !== work.claim) return
      await (row.state === 'READING' ? read(deps, row) : writeAll(deps, row)).catch((error) =>
        giveUp(deps, row, error),
      )
    } catch (error) {
      if (!(error instanceof NotOurs)) console.error('roster import:', error)
    }
  })
}

async function giveUp(deps: Deps, row: ImportRecord, error: unknown): Promise<void> {
  if (isConnectionLost(error) || error instanceof NotOurs) throw error
  await record(deps.db, row, { state: 'FAILED', problem: problemOf(error) })
}

function problemOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  if (error instanceof Refusal) return '没有找到上传的文件，请重新上传'
  console.error('roster import:', error)
  return '处理时出错，没有写入任何一行；请联系管理员'
}

async function read(deps: Deps, row: ImportRecord): Promise<void> {
  const { content, mime } = await readUploaded(deps, row.fileId, 'ROSTER', row.staffId)
  const isXlsx = mime !== 'text/plain'
  const cells = await readRows({ bytes: content, isXlsx, mostRows: rowsToRead })
  const { columns, mapping, rows } = readRoster(row.kind, cells, row.wantedMapping)
  await inTransaction(deps.db, async (tx) => {
    const found =
      rows &&
      (row.kind === 'STUDENTS'
        ? await compareStudents(tx, rows.map(studentOf))
        : await compareHours(tx, rows.map(hoursOf)))
    await recordReport(tx, row, { columns, mapping, rows: found })
  })
}

/** A job: goes on with imports whose process died. */
export async function resumeStalled(deps: Deps): Promise<void> {
  for (;;) {
    const work = await claimStalled(deps.db)
    if (!work) return
    await workOn(deps, work)
  }
}

/** A job: what nobody looks at any more. */
export async function forgetOldImports({ db }: Pick<Deps, 'db'>): Promise<void> {
  await inTransaction(db, forgetOld)
}
