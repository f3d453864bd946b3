import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { actorOfStudent, audit } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { findPlanByYear } from '../../catalogue/service.ts'
import { areOwnFiles } from '../../file/service/own-files.ts'
import { lockOwn } from '../../student/service.ts'
import { isOwn, mayChange, mayWithdraw } from '../policy.ts'
import { asTenths } from '../rule.ts'
import {
  type Change,
  change,
  countDrafts,
  findReduction,
  insertDraft,
  listFiles,
  putFiles,
  type ReductionRow,
  type Written,
} from '../store/reductions.ts'
import { countHandedIn, insertStep } from '../store/steps.ts'
import { findTypeByCode } from '../store/types.ts'
import { reductionInfo, takesReductions } from './read.ts'
import { type Content, refuseTwin, requireByRule } from './require-rule.ts'

/** so many drafts are kept for one student */
const mostDrafts = 20

/** A new draft (version 0), or what a draft or a returned application says now; nothing is handed in by it. */
export async function saveReduction(
  deps: Deps,
  student: StudentActor,
  input: Content & { id: string; version: number },
) {
  const most = await deps.settings.get('reduction.submissionsPerDay')
  await inTransaction(deps.db, async (tx) => {
    await lockOwn(tx, student.studentId)
    await put(tx, student, input, most)
  })
  return reductionInfo(deps, student, input.id)
}

/**
 * Hands an application in, or its supplement: judged by its type's rule, once for each activity and within the year's cap. An
 * identical repeat gets its first answer.
 */
export async function submitReduction(
  deps: Deps,
  student: StudentActor,
  input: Content & { id?: string | undefined; version: number },
) {
  const { studentId } = student
  const most = await deps.settings.get('reduction.submissionsPerDay')
  const id = await inTransaction(deps.db, async (tx) => {
    await lockOwn(tx, studentId)
    const twin = await refuseTwin(tx, student, input)
    if (twin) return twin
    const id = input.id ?? randomUUID()
    const row = await put(tx, student, { ...input, id }, most)
    // handed in already: this is the repeat
    if (!mayChange(row)) return id
    if (row.state === 'RETURNED' && isLate(row, input)) refuse('reduction.versionStale')
    if (row.state === 'DRAFT') await requireNotSpent(tx, studentId, most)
    await requireByRule(tx, row, input.attachments.length, shanghaiDay(await appNow(tx)))
    const action = row.state === 'RETURNED' ? 'SUPPLEMENTED' : 'SUBMITTED'
    const { version } = await step(tx, row, {
      state: 'SUBMITTED',
      passedLevels: 0,
      hoursApproved: null,
    })
    const { version: _version, id: _id, ...content } = input
    const more = { staffId: null, opinion: '', hours: row.hours, content }
    await insertStep(tx, { reductionId: id, version, action, ...more })
    const detail = { applyNo: row.applyNo, year: row.year, type: row.typeName, tenths: row.hours }
    await audit(tx, {
      actor: actorOfStudent(studentId),
      action: 'reduction.submitted',
      subject: id,
      detail,
    })
    return id
  })
  return reductionInfo(deps, student, id)
}

/** Takes an application back for good. A repeat finds it withdrawn. */
export async function withdrawReduction(
  deps: Deps,
  student: StudentActor,
  input: { id: string; version: number },
) {
  const { studentId } = student
  await inTransaction(deps.db, async (tx) => {
    await lockOwn(tx, studentId)
    const row = await findReduction(tx, input.id)
    if (!row || !isOwn(student, row)) return refuse('reduction.notFound')
    if (row.state === 'WITHDRAWN') return
    if (!mayWithdraw(row)) refuse('reduction.settled')
    if (row.version !== input.version) refuse('reduction.versionStale')
    const { version } = await step(tx, row, { state: 'WITHDRAWN' })
    const what = { reductionId: row.id, version, action: 'WITHDRAWN' } as const
    await insertStep(tx, { ...what, staffId: null, opinion: '' })
    const detail = { applyNo: row.applyNo, before: row.state }
    await audit(tx, {
      actor: actorOfStudent(studentId),
      action: 'reduction.withdrawn',
      subject: row.id,
      detail,
    })
  })
  return reductionInfo(deps, student, input.id)
}

/** Writes the content; what stands there already is not written again. @returns the application as it is then */
async function put(
  tx: Tx,
  student: StudentActor,
  input: Content & { id: string; version: number },
  mostADay: number,
): Promise<ReductionRow> {
  const there = await findReduction(tx, input.id)
  if (there ? !isOwn(student, there) : input.version > 0) return refuse('reduction.notFound')
  const had = there ? (await listFiles(tx, there.id)).map(({ fileId }) => fileId) : []
  if (there && isSaid(there, had, input)) return there
  if (there && !mayChange(there)) return refuse('reduction.notYours')
  if (there && there.version !== input.version) return refuse('reduction.versionStale')
  // it keeps its place among those handed in, whoever only saves it
  if (there?.submittedAt) await refuseTwin(tx, student, input)
  const written = await requireWritten(tx, input, there)
  // what it had stays usable also after two accounts became one
  const added = input.attachments.filter((fileId) => !had.includes(fileId))
  if (!(await areOwnFiles(tx, student, added, 'EVIDENCE')))
    refuse('reduction.badFile', { fields: { attachments: '有不存在的文件，请重新上传' } })
  if (there) await step(tx, there, written)
  else {
    await requireNotSpent(tx, student.studentId, mostADay)
    await begin(tx, student, input.id, written)
  }
  await putFiles(tx, input.id, input.attachments)
  return (await findReduction(tx, input.id)) ?? refuse('reduction.notFound')
}

/** Handed in and taken back all day, drafts too, they would bury what else waits for reviewers. */
async function requireNotSpent(tx: Tx, studentId: string, most: number): Promise<void> {
  if ((await countHandedIn(tx, studentId)) >= most) refuse('reduction.submissionsSpent', { most })
}

async function begin(tx: Tx, student: StudentActor, id: string, written: Written): Promise<void> {
  if ((await countDrafts(tx, student.studentId)) >= mostDrafts)
    refuse('reduction.tooMany', { most: mostDrafts })
  await insertDraft(tx, id, student.studentId, written)
}

/** What is handed in keeps the rule it was made by, until the student chooses another type. */
async function requireWritten(
  tx: Tx,
  { typeCode, year, subject, hours, startDate, endDate, reason }: Content,
  there: ReductionRow | undefined,
): Promise<Written> {
  const kept = there?.submittedAt && there.typeCode === typeCode
  const type = await findTypeByCode(tx, typeCode)
  if (!type || (!type.enabled && !kept))
    return refuse('reduction.noSuchType', { fields: { typeCode: '请选择其他类型' } })
  const plan = await findPlanByYear(tx, year)
  const open = plan && takesReductions(plan)
  if (!open && !(there?.submittedAt && there.year === year))
    return refuse('reduction.noSuchYear', { year, fields: { year: '请选择其他年度' } })
  return {
    year,
    typeId: type.id,
    typeVersion: kept ? there.typeVersion : type.version,
    subject,
    hours: asTenths(hours),
    startDate,
    endDate,
    reason,
  }
}

function isSaid(row: ReductionRow, files: string[], asked: Content): boolean {
  const { year, typeCode, subject, hours, startDate, endDate, reason } = row
  const said = { year, typeCode, subject, hours, startDate, endDate, reason, files }
  const { attachments, ...words } = asked
  const wanted = {
    year: words.year,
    typeCode: words.typeCode,
    subject: words.subject,
    hours: asTenths(words.hours),
    startDate: words.startDate,
    endDate: words.endDate,
    reason: words.reason,
    files: attachments,
  }
  return isDeepStrictEqual(said, wanted)
}

/** A repeat of what was handed in before it was returned: read before the reviewer's word, and saying nothing new. */
function isLate(row: ReductionRow, input: { version: number }): boolean {
  return input.version < row.version - 1
}

/** The next version; under the student's lock nobody but a reviewer can have been faster. */
async function step(tx: Tx, row: ReductionRow, to: Change): Promise<{ version: number }> {
  if (!(await change(tx, row, to))) return refuse('reduction.versionStale')
  return { version: row.version + 1 }
}
