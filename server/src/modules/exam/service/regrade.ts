import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { type Paging, pageWithin } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { maskName } from '../../certification_grant/service.ts'
import { findQuestion, holdQuestion } from '../../question/service.ts'
import { maskPhone } from '../../student/service/person.ts'
import { mayDecide, mayWithdraw } from '../policy.ts'
import type { Outcome, RegradeKind } from '../regrade.ts'
import { countHeldPapers, listChangedQuestions, settleChanged } from '../store/held-papers.ts'
import {
  closeRegrade,
  findRegrade,
  insertRegrade,
  insertRegradePapers,
  listRegradedPapers,
  listRegrades,
  lockRegrade,
  type Regrade,
  type RegradedFilter,
  type RegradeFilter,
  retryRegrade,
} from '../store/regrades.ts'
import { type PreviewRow, previewOf, sameContent } from './preview-regrade.ts'

interface Proposed {
  id: string
  questionId: string
  kind: RegradeKind
  reason: string
  loseReason?: string | undefined
  preview: string
}

/** What marking a question anew would do: figures, and a page of the papers; nothing is written. */
export async function previewRegrade(
  { db }: Deps,
  input: {
    questionId: string
    kind: RegradeKind
    losePass: boolean
    outcome?: Outcome | undefined
  } & Paging,
) {
  const { rows, counts, digest } = await previewOf(db, input)
  const { outcome, page, pageSize } = input
  const wanted = outcome ? rows.filter((row) => row.outcome === outcome) : rows
  const { list, total } = pageWithin(wanted, { page, pageSize })
  return { counts, preview: digest, list: list.map(toPreviewed), total, page, pageSize }
}

function toPreviewed({ paperId, studentName, phone, year, no, before, now, outcome }: PreviewRow) {
  return {
    ...{ attemptId: paperId, year, no, outcome },
    studentName: maskName(studentName),
    phoneMasked: maskPhone(phone),
    oldScore: before?.score ?? null,
    oldPassed: before?.passed ?? null,
    newScore: before ? now.score : null,
    newPassed: before ? now.passed : null,
  }
}

/** Proposes what was previewed; nothing happens until a second person agrees. A repeat gets its first answer. */
export function proposeRegrade(deps: Deps, staff: StaffAtWork, input: Proposed) {
  return inTransaction(deps.db, async (tx) => {
    const { id, questionId, kind, reason, loseReason = null, preview } = input
    const there = await findRegrade(tx, id)
    if (there) return answerRepeat(staff, there, input)
    await holdQuestion(tx, questionId)
    const found = await previewOf(tx, { questionId, kind, losePass: loseReason !== null })
    if (found.digest !== preview) return refuse('exam.regradeChanged')
    const said = { questionId, kind, reason, loseReason }
    const { counts, loses } = found
    const row = { id, ...said, preview, counts, loses, askedBy: staff.staffId }
    if (!(await insertRegrade(tx, row))) return refuse('exam.regradeWaiting')
    await auditStaff(tx, staff, 'exam.regradeAsked', id, { ...said, counts })
    return shown(tx, staff, id)
  })
}

function answerRepeat(staff: StaffAtWork, there: Regrade, input: Proposed) {
  const same =
    there.askedById === staff.staffId &&
    there.questionId === input.questionId &&
    there.kind === input.kind &&
    there.reason === input.reason &&
    there.loseReason === (input.loseReason ?? null)
  return same ? toShown(staff, there) : refuse('exam.keyUsed')
}

/**
 * A second person agrees: from now on its papers are marked by it, and a job goes through those that are handed in. What was handed in since
 * the preview is among them; of passes only those may be lost that the preview named.
 */
export function decideRegrade(
  deps: Deps,
  staff: StaffAtWork,
  { id, approve, note }: { id: string; approve: boolean; note: string },
) {
  return inTransaction(deps.db, async (tx) => {
    await lockRegrade(tx, id)
    const regrade = await findRegrade(tx, id)
    if (!regrade) return refuse('exam.regradeNotFound')
    if (!mayDecide(staff, regrade)) return refuse('exam.secondPerson')
    if (regrade.state !== 'WAITING') {
      const same = approve === (regrade.state === 'RUNNING' || regrade.state === 'DONE')
      const taken = same && regrade.state !== 'WITHDRAWN' && regrade.note === note
      return taken
        ? toShown(staff, regrade)
        : refuse('exam.decisionTaken', { by: regrade.decidedBy })
    }
    const { questionId, kind, reason, loseReason } = regrade
    if (approve) {
      await holdQuestion(tx, questionId)
      const now = await previewOf(tx, { questionId, kind, losePass: loseReason !== null })
      if (!sameContent(now.digest, regrade.preview)) return refuse('exam.regradeChanged')
      await insertRegradePapers(tx, id, now.rows)
    }
    const state = approve ? 'RUNNING' : 'REFUSED'
    await closeRegrade(tx, id, { state, decidedBy: staff.staffId, note })
    await auditStaff(tx, staff, approve ? 'exam.regradeDecided' : 'exam.regradeRefused', id, {
      ...{ questionId, kind, reason, loseReason, note },
      askedBy: regrade.askedBy,
    })
    return shown(tx, staff, id)
  })
}

/** The asker's own word, while nobody has decided. A repeat changes nothing. */
export function withdrawRegrade(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  return inTransaction(deps.db, async (tx) => {
    await lockRegrade(tx, id)
    const regrade = await findRegrade(tx, id)
    if (!regrade) return refuse('exam.regradeNotFound')
    if (!mayWithdraw(staff, regrade)) return refuse('exam.notAsker')
    if (regrade.state === 'WITHDRAWN') return toShown(staff, regrade)
    if (regrade.state !== 'WAITING') return refuse('exam.decisionTaken', { by: regrade.decidedBy })
    await closeRegrade(tx, id, { state: 'WITHDRAWN', decidedBy: staff.staffId, note: '' })
    const { questionId, kind } = regrade
    await auditStaff(tx, staff, 'exam.regradeWithdrawn', id, { questionId, kind })
    return shown(tx, staff, id)
  })
}

/** Papers that failed are tried again now, and not after their pause. */
export function retryRegraded(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  return inTransaction(deps.db, async (tx) => {
    if (!(await findRegrade(tx, id))) return refuse('exam.regradeNotFound')
    const papers = await retryRegrade(tx, id)
    if (papers > 0) await auditStaff(tx, staff, 'exam.regradeRetried', id, { papers })
    return shown(tx, staff, id)
  })
}

async function shown(tx: Tx, staff: StaffAtWork, id: string) {
  const regrade = await findRegrade(tx, id)
  return regrade ? toShown(staff, regrade) : refuse('exam.regradeNotFound')
}

function toShown(staff: StaffAtWork, { askedById, preview: _, ...regrade }: Regrade) {
  return { ...regrade, mine: askedById === staff.staffId }
}

/** A page of what was proposed and decided, of one question or all. */
export async function deskRegrades({ db }: Deps, staff: StaffAtWork, filter: RegradeFilter) {
  const { list, ...page } = await listRegrades(db, filter)
  return { list: list.map((one) => toShown(staff, one)), ...page }
}

export async function deskRegrade({ db }: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const regrade = await findRegrade(db, id)
  return regrade ? toShown(staff, regrade) : refuse('exam.regradeNotFound')
}

/** A page of the papers of one that was decided, with what came of each. */
export async function deskRegradedPapers({ db }: Deps, filter: RegradedFilter) {
  if (!(await findRegrade(db, filter.id))) return refuse('exam.regradeNotFound')
  const { list, ...page } = await listRegradedPapers(db, filter)
  return {
    list: list.map(({ phone, studentName, ...one }) => ({
      ...one,
      studentName: maskName(studentName),
      phoneMasked: maskPhone(phone),
    })),
    ...page,
  }
}

/** How many papers hold a question, and whether its answer was changed since some of them were drawn. */
export async function deskHeldPapers({ db }: Deps, { questionId }: { questionId: string }) {
  const question = await findQuestion(db, questionId)
  if (!question) return refuse('question.notFound')
  const held = await countHeldPapers(db, questionId)
  const [changed] = await listChangedQuestions(db, questionId)
  const { id, no, courseTitle, enabled } = question
  const { stem, type, options, answer } = question
  return {
    question: { id, no, courseTitle, enabled, stem, type, options, answer },
    ...held,
    changedAt: changed?.at ?? null,
    changedPapers: changed?.papers ?? 0,
  }
}

/** Questions whose answer was changed while papers held them. */
export async function deskChangedQuestions({ db }: Deps) {
  return { list: await listChangedQuestions(db) }
}

/** Staff say why no paper of a changed question is marked anew: it leaves the list until its answer changes again. */
export function settleQuestion(
  deps: Deps,
  staff: StaffAtWork,
  { questionId, reason }: { questionId: string; reason: string },
) {
  return inTransaction(deps.db, async (tx) => {
    if (!(await settleChanged(tx, questionId, { by: staff.staffId, reason })))
      return refuse('exam.regradeSettled')
    await auditStaff(tx, staff, 'exam.regradeNotNeeded', questionId, { reason })
    return { questionId }
  })
}
