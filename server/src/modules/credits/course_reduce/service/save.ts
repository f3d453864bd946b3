import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { audit, studentActorName } from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { appNow, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { findPlanByYear } from '../../../catalogue/service.ts'
import { areOwnFiles } from '../../../file/service/owned.ts'
import { lockOwnStudentRow } from '../../../student/service/profile.ts'
import { isOwnerOfReduction, mayEditReduction, mayWithdrawReduction } from '../policy.ts'
import { hoursToTenths } from '../rule.ts'
import {
  countReductionDrafts,
  findReduction,
  insertReductionDraft,
  listReductionFiles,
  type ReductionChange,
  type ReductionFields,
  type ReductionRow,
  replaceReductionFiles,
  updateReduction,
} from '../store/reductions.ts'
import { countSubmissionsOfLastDay, insertReviewStep } from '../store/steps.ts'
import { findReductionTypeByCode } from '../store/types.ts'
import { acceptsReductions, reductionInfo } from './read.ts'
import { type ReductionContent, refuseDuplicateReduction, requireReductionRuleMet } from './require-rule.ts'

/** A student can have at most this many drafts. */
const mostDrafts = 20

export async function saveReduction(
  deps: Deps,
  student: StudentActor,
  input: ReductionContent & { id: string; version: number },
) {
  const most = await deps.settings.get('reduction.submissionsPerDay')
  await inTransaction(deps.db, async (tx) => {
    await lockOwnStudentRow(tx, student.studentId)
    await put(tx, student, input, most)
  })
  return reductionInfo(deps, student, input.id)
}

/** An identical repeat gets the first response. */
export async function submitReduction(
  deps: Deps,
  student: StudentActor,
  input: ReductionContent & { id?: string | undefined; version: number },
) {
  const { studentId } = student
  const most = await deps.settings.get('reduction.submissionsPerDay')
  const id = await inTransaction(deps.db, async (tx) => {
    await lockOwnStudentRow(tx, studentId)
    const twin = await refuseDuplicateReduction(tx, student, input)
    if (twin) return twin
    const id = input.id ?? randomUUID()
    const row = await put(tx, student, { ...input, id }, most)
    if (!mayEditReduction(row)) return id
    if (row.state === 'RETURNED' && isLate(row, input)) refuse('reduction.versionStale')
    if (row.state === 'DRAFT') await requireNotSpent(tx, studentId, most)
    await requireReductionRuleMet(tx, row, input.attachments.length, shanghaiDay(await appNow(tx)))
    const action = row.state === 'RETURNED' ? 'SUPPLEMENTED' : 'SUBMITTED'
    const { version } = await step(tx, row, {
      state: 'SUBMITTED',
      passedLevels: 0,
      hoursApproved: null,
    })
    const { version: _version, id: _id, ...content } = input
    const more = { staffId: null, opinion: '', hours: row.hours, content }
    await insertReviewStep(tx, { reductionId: id, version, action, ...more })
    const detail = { applyNo: row.applyNo, year: row.year, type: row.typeName, tenths: row.hours }
    await audit(tx, {
      actor: studentActorName(studentId),
      action: 'reduction.submitted',
      subject: id,
      detail,
    })
    return id
  })
  return reductionInfo(deps, student, id)
}

export async function withdrawReduction(deps: Deps, student: StudentActor, input: { id: string; version: number }) {
  const { studentId } = student
  await inTransaction(deps.db, async (tx) => {
    await lockOwnStudentRow(tx, studentId)
    const row = await findReduction(tx, input.id)
    if (!row || !isOwnerOfReduction(student, row)) return refuse('reduction.notFound')
    if (row.state === 'WITHDRAWN') return
    if (!mayWithdrawReduction(row)) refuse('reduction.settled')
    if (row.version !== input.version) refuse('reduction.versionStale')
    const { version } = await step(tx, row, { state: 'WITHDRAWN' })
    const what = { reductionId: row.id, version, action: 'WITHDRAWN' } as const
    await insertReviewStep(tx, { ...what, staffId: null, opinion: '' })
    const detail = { applyNo: row.applyNo, before: row.state }
    await audit(tx, {
      actor: studentActorName(studentId),
      action: 'reduction.withdrawn',
      subject: row.id,
      detail,
    })
  })
  return reductionInfo(deps, student, input.id)
}

async function put(
  tx: Tx,
  student: StudentActor,
  input: ReductionContent & { id: string; version: number },
  mostADay: number,
): Promise<ReductionRow> {
  const there = await findReduction(tx, input.id)
  if (there ? !isOwnerOfReduction(student, there) : input.version > 0) return refuse('reduction.notFound')
  const had = there ? (await listReductionFiles(tx, there.id)).map(({ fileId }) => fileId) : []
  if (there && isSaid(there, had, input)) return there
  if (there && !mayEditReduction(there)) return refuse('reduction.notYours')
  if (there && there.version !== input.version) return refuse('reduction.versionStale')
  // A returned application must not become a duplicate by an edit.
  if (there?.submittedAt) await refuseDuplicateReduction(tx, student, input)
  const written = await requireWritten(tx, input, there)
  // Files that are already attached stay valid, even if a merge changed their owner.
  const added = input.attachments.filter((fileId) => !had.includes(fileId))
  if (!(await areOwnFiles(tx, student, added, 'EVIDENCE')))
    refuse('reduction.badFile', { fields: { attachments: '有不存在的文件，请重新上传' } })
  if (there) await step(tx, there, written)
  else {
    await requireNotSpent(tx, student.studentId, mostADay)
    await begin(tx, student, input.id, written)
  }
  await replaceReductionFiles(tx, input.id, input.attachments)
  return (await findReduction(tx, input.id)) ?? refuse('reduction.notFound')
}

/** Limits submissions per day, so that nobody floods the reviewers. */
async function requireNotSpent(tx: Tx, studentId: string, most: number): Promise<void> {
  if ((await countSubmissionsOfLastDay(tx, studentId)) >= most) refuse('reduction.submissionsSpent', { most })
}

async function begin(tx: Tx, student: StudentActor, id: string, written: ReductionFields): Promise<void> {
  if ((await countReductionDrafts(tx, student.studentId)) >= mostDrafts)
    refuse('reduction.tooMany', { most: mostDrafts })
  await insertReductionDraft(tx, id, student.studentId, written)
}

/** Keeps the rule version unless the student chooses another type. */
async function requireWritten(
  tx: Tx,
  { typeCode, year, subject, hours, startDate, endDate, reason }: ReductionContent,
  there: ReductionRow | undefined,
): Promise<ReductionFields> {
  const kept = there?.submittedAt && there.typeCode === typeCode
  const type = await findReductionTypeByCode(tx, typeCode)
  if (!type || (!type.enabled && !kept))
    return refuse('reduction.noSuchType', { fields: { typeCode: '请选择其他类型' } })
  const plan = await findPlanByYear(tx, year)
  const open = plan && acceptsReductions(plan)
  if (!open && !(there?.submittedAt && there.year === year))
    return refuse('reduction.noSuchYear', { year, fields: { year: '请选择其他年度' } })
  return {
    year,
    typeId: type.id,
    typeVersion: kept ? there.typeVersion : type.version,
    subject,
    hours: hoursToTenths(hours),
    startDate,
    endDate,
    reason,
  }
}

function isSaid(row: ReductionRow, files: string[], asked: ReductionContent): boolean {
  const { year, typeCode, subject, hours, startDate, endDate, reason } = row
  const said = { year, typeCode, subject, hours, startDate, endDate, reason, files }
  const { attachments, ...words } = asked
  const wanted = {
    year: words.year,
    typeCode: words.typeCode,
    subject: words.subject,
    hours: hoursToTenths(words.hours),
    startDate: words.startDate,
    endDate: words.endDate,
    reason: words.reason,
    files: attachments,
  }
  return isDeepStrictEqual(said, wanted)
}

/** True for a late repeat of a submission that a reviewer has returned meanwhile. */
function isLate(row: ReductionRow, input: { version: number }): boolean {
  return input.version < row.version - 1
}

/** The caller has locked the student, so only a reviewer can have changed the version; then the step is refused. */
async function step(tx: Tx, row: ReductionRow, to: ReductionChange): Promise<{ version: number }> {
  if (!(await updateReduction(tx, row, to))) return refuse('reduction.versionStale')
  return { version: row.version + 1 }
}
