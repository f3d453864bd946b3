import type { clientCalls } from '@ce/contract'
import { idNoProblem } from '@ce/contract/id-paper'
import { nameProblem } from '@ce/contract/person-name'
import type { z } from 'zod'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { areOwnFiles } from '../../file/service.ts'
import { lockOwn, maskIdNo, type StudentRow } from '../../student/service.ts'
import { isOwn } from '../policy.ts'
import {
  type CorrectionField,
  type CorrectionRow,
  type CorrectionState,
  countAsked,
  findCorrection,
  hasOpenCorrection,
  insertCorrection,
  listOwnCorrections,
  lockCorrection,
  settleCorrection,
} from '../store/corrections.ts'

type Asked = z.output<(typeof clientCalls)['privacy']['correct']['request']>

/** which column of a student each field is */
export const columnOf = { NAME: 'name', ID_NO: 'idNo', CERTIFICATE_NO: 'certificateNo' } as const

/** The columns' checks. */
export function asKnown(row: { field: string; state: string }) {
  return { field: row.field as CorrectionField, state: row.state as CorrectionState }
}

/** A student's own requests for correction, the newest first; ID numbers masked (product §4 Identity). */
export async function myCorrections({ db, settings }: Deps, { studentId }: StudentActor) {
  const [rows, keptDays] = await Promise.all([
    listOwnCorrections(db, studentId),
    settings.get('retention.correctionDays'),
  ])
  return { list: rows.map(toOwn), keptDays }
}

function toOwn(row: CorrectionRow) {
  const { field, state } = asKnown(row)
  const value = field === 'ID_NO' ? maskIdNo(row.wanted) : row.wanted
  return { ...row, field, state, value }
}

/**
 * Asks staff to correct what a student cannot change alone. The same id again is the same request.
 * @throws Refusal privacy.correctionOpen, correctionsSpent, sameAsNow, badFile, notFound, common.keyUsed
 */
export async function askCorrection(deps: Deps, student: StudentActor, input: Asked) {
  const { id, field, reason, fileId, value: wanted } = input
  const idType = field === 'ID_NO' ? (input.idType ?? null) : null
  const problem = idType && idNoProblem(idType, wanted)
  if (problem) refuse('common.invalid', { problem, fields: { value: problem } })
  const most = await deps.settings.get('privacy.correctionsPerDay')
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOwn(tx, student.studentId)
    const there = await findCorrection(tx, id)
    if (there) return requireRepeat(student, there, { ...input, idType })
    if (await hasOpenCorrection(tx, row.id, field)) refuse('privacy.correctionOpen')
    const wrongName = field === 'NAME' ? nameProblem(wanted, row.idType) : null
    if (wrongName) refuse('common.invalid', { problem: wrongName, fields: { value: wrongName } })
    if (isSame(row, field, wanted, idType)) refuse('privacy.sameAsNow')
    if ((await countAsked(tx, row.id)) >= most) refuse('privacy.correctionsSpent', { most })
    if (fileId && !(await areOwnFiles(tx, student, [fileId], 'EVIDENCE')))
      refuse('privacy.badFile', { fields: { fileId: '请重新上传' } })
    const more = { studentId: row.id, idType, wanted, fileId: fileId ?? null }
    if (!(await insertCorrection(tx, { id, field, reason, ...more }))) refuse('privacy.notFound')
  })
  return answerOf(deps, id)
}

/** Whoever changed what they wrote before the answer came is told so: staff have the first. */
function requireRepeat(
  student: StudentActor,
  there: CorrectionRow,
  { field, idType, value, reason, fileId }: Omit<Asked, 'idType'> & { idType: string | null },
): void {
  if (!isOwn(student, there)) refuse('privacy.notFound')
  const same =
    there.field === field &&
    there.idType === idType &&
    there.wanted === value &&
    there.reason === reason &&
    there.fileId === (fileId ?? null)
  if (!same) refuse('common.keyUsed')
}

function isSame(row: StudentRow, field: CorrectionField, wanted: string, idType: string | null) {
  return row[columnOf[field]] === wanted && (idType === null || row.idType === idType)
}

/** @throws Refusal privacy.notFound also for another's, privacy.correctionSettled once staff have decided */
export async function withdrawCorrection(
  deps: Deps,
  student: StudentActor,
  { id }: { id: string },
) {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockCorrection(tx, id)
    if (!row || !isOwn(student, row)) return refuse('privacy.notFound')
    if (row.state === 'WITHDRAWN') return
    if (row.state !== 'OPEN') refuse('privacy.correctionSettled')
    await settleCorrection(tx, id, { state: 'WITHDRAWN', decidedBy: null, note: '' })
  })
  return answerOf(deps, id)
}

async function answerOf({ db }: Deps, id: string) {
  const row = await findCorrection(db, id)
  return row ? toOwn(row) : refuse('privacy.notFound')
}
