import type { clientCalls } from '@ce/contract'
import { idNoProblem } from '@ce/contract/id-paper'
import { nameProblem } from '@ce/contract/person-name'
import type { z } from 'zod'
import { isRepeatedRequest } from '../../../../platform/approvals.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { maskIdNo } from '../../../../platform/masked-numbers.ts'
import { areOwnFiles } from '../../../file/service/owned.ts'
import { lockOwnStudentRow } from '../../../student/service/profile.ts'
import type { StudentRow } from '../../../student/service.ts'
import { isCorrectionOwner } from '../policy.ts'
import {
  type CorrectionField,
  type CorrectionRow,
  type CorrectionState,
  countRecentCorrections,
  findCorrection,
  hasOpenCorrection,
  insertCorrection,
  listOwnCorrections,
  lockCorrection,
  setCorrectionDecision,
} from '../store/corrections.ts'

type Asked = z.output<(typeof clientCalls)['privacy']['correct']['request']>

/** Maps each correction field to its column of the student. */
export const correctionColumns = { NAME: 'name', ID_NO: 'idNo', CERTIFICATE_NO: 'certificateNo' } as const

export function toKnownCorrection(row: { field: string; state: string }) {
  return { field: row.field as CorrectionField, state: row.state as CorrectionState }
}

export async function listOwnCorrectionRequests({ db, settings }: Deps, { studentId }: StudentActor) {
  const [rows, keptDays] = await Promise.all([
    listOwnCorrections(db, studentId),
    settings.get('retention.correctionDays'),
  ])
  return { list: rows.map(toOwn), keptDays }
}

function toOwn(row: CorrectionRow) {
  const { field, state } = toKnownCorrection(row)
  const value = field === 'ID_NO' ? maskIdNo(row.wanted) : row.wanted
  return { ...row, field, state, value }
}

/**
 * A repeat returns the same request. @throws Refusal privacy.correctionOpen, correctionsSpent, sameAsNow, badFile,
 * notFound, common.keyUsed.
 */
export async function requestCorrection(deps: Deps, student: StudentActor, input: Asked) {
  const { id, field, reason, fileId, value: wanted } = input
  const idType = field === 'ID_NO' ? (input.idType ?? null) : null
  const problem = idType && idNoProblem(idType, wanted)
  if (problem) refuse('common.invalid', { problem, fields: { value: problem } })
  const most = await deps.settings.get('privacy.correctionsPerDay')
  await inTransaction(deps.db, async (tx) => {
    const row = await lockOwnStudentRow(tx, student.studentId)
    const there = await findCorrection(tx, id)
    if (there) return requireRepeat(student, there, { ...input, idType })
    if (await hasOpenCorrection(tx, row.id, field)) refuse('privacy.correctionOpen')
    const wrongName = field === 'NAME' ? nameProblem(wanted, row.idType) : null
    if (wrongName) refuse('common.invalid', { problem: wrongName, fields: { value: wrongName } })
    if (isSame(row, field, wanted, idType)) refuse('privacy.sameAsNow')
    if ((await countRecentCorrections(tx, row.id)) >= most) refuse('privacy.correctionsSpent', { most })
    if (fileId && !(await areOwnFiles(tx, student, [fileId], 'EVIDENCE')))
      refuse('privacy.badFile', { fields: { fileId: '请重新上传' } })
    const more = { studentId: row.id, idType, wanted, fileId: fileId ?? null }
    if (!(await insertCorrection(tx, { id, field, reason, ...more }))) refuse('privacy.notFound')
  })
  return answerOf(deps, id)
}

/** Refuses a repeated id whose data has changed. */
function requireRepeat(
  student: StudentActor,
  there: CorrectionRow,
  { field, idType, value: wanted, reason, fileId }: Omit<Asked, 'idType'> & { idType: string | null },
): void {
  if (!isCorrectionOwner(student, there)) refuse('privacy.notFound')
  if (!isRepeatedRequest(there, { field, idType, wanted, reason, fileId })) refuse('common.keyUsed')
}

function isSame(row: StudentRow, field: CorrectionField, wanted: string, idType: string | null) {
  return row[correctionColumns[field]] === wanted && (idType === null || row.idType === idType)
}

/** @throws Refusal privacy.notFound, privacy.correctionSettled once staff have decided. */
export async function withdrawCorrection(deps: Deps, student: StudentActor, { id }: { id: string }) {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockCorrection(tx, id)
    if (!row || !isCorrectionOwner(student, row)) return refuse('privacy.notFound')
    if (row.state === 'WITHDRAWN') return
    if (row.state !== 'OPEN') refuse('privacy.correctionSettled')
    await setCorrectionDecision(tx, id, { state: 'WITHDRAWN', decidedBy: null, note: '' })
  })
  return answerOf(deps, id)
}

async function answerOf({ db }: Deps, id: string) {
  const row = await findCorrection(db, id)
  return row ? toOwn(row) : refuse('privacy.notFound')
}
