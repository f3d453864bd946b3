import {
  type Approval,
  isProposer,
  isRepeatedRequest,
  lockProposalToDecide,
  withdrawProposal,
} from '../../../platform/approvals.ts'
import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import { type PageRequest, pageOfList } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findQuestion, holdQuestion } from '../../catalogue/question/service.ts'
import { maskName } from '../../credits/certification_grant/snapshot.ts'
import { maskPhone } from '../../student/service/person.ts'
import type { Outcome, RegradeKind } from '../regrade.ts'
import { countPapersWithQuestion, listChangedQuestions, setRegradeDeclined } from '../store/papers.ts'
import {
  findRegrade,
  insertRegrade,
  insertRegradePapers,
  listRegradedPapers,
  listRegrades,
  type Regrade,
  type RegradedPaperFilter,
  type RegradeFilter,
  regradeProposalTable,
  setFailedPapersDue,
} from '../store/regrades.ts'
import { computeRegradePreview, isPreviewMarkingUnchanged, type RegradePreviewRow } from './preview-regrade.ts'

const regrades = {
  ...regradeProposalTable,
  standing: ({ askedById: proposer, state, decidedBy: decider }) => ({ proposer, state, decider }),
  refusals: {
    missing: 'exam.regradeNotFound',
    secondPerson: 'exam.secondPerson',
    notProposer: 'exam.notAsker',
    decided: 'exam.decisionTaken',
  },
} satisfies Approval<Regrade>

interface Proposed {
  id: string
  questionId: string
  kind: RegradeKind
  reason: string
  loseReason?: string | undefined
  preview: string
}

export async function previewRegrade(
  { db }: Deps,
  input: {
    questionId: string
    kind: RegradeKind
    losePass: boolean
    outcome?: Outcome | undefined
  } & PageRequest,
) {
  const { rows, counts, digest } = await computeRegradePreview(db, input)
  const { outcome, page, pageSize } = input
  const wanted = outcome ? rows.filter((row) => row.outcome === outcome) : rows
  const { list, total } = pageOfList(wanted, { page, pageSize })
  return { counts, preview: digest, list: list.map(toPreviewed), total, page, pageSize }
}

function toPreviewed({ paperId, studentName, phone, year, no, before, now, outcome }: RegradePreviewRow) {
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

/** The proposal has no effect until a second person agrees. A repeat gets the first response. */
export function proposeRegrade(deps: Deps, staff: StaffAtWork, input: Proposed) {
  return inTransaction(deps.db, async (tx) => {
    const { id, questionId, kind, reason, loseReason = null, preview } = input
    const there = await findRegrade(tx, id)
    const said = { questionId, kind, reason, loseReason }
    if (there)
      return isRepeatedRequest(there, { ...said, askedById: staff.staffId })
        ? toShown(staff, there)
        : refuse('exam.keyUsed')
    await holdQuestion(tx, questionId)
    const found = await computeRegradePreview(tx, { questionId, kind, losePass: loseReason !== null })
    if (found.digest !== preview) return refuse('exam.regradeChanged')
    const { counts, loses } = found
    const row = { id, ...said, preview, counts, loses, askedBy: staff.staffId }
    if (!(await insertRegrade(tx, row))) return refuse('exam.regradeWaiting')
    await auditStaff(tx, staff, 'exam.regradeAsked', id, { ...said, counts })
    return shown(tx, staff, id)
  })
}

/**
 * After approval a job regrades all submitted papers, including later ones. Only passed results named in the preview
 * may be lost.
 */
export function decideRegrade(
  deps: Deps,
  staff: StaffAtWork,
  { id, approve, note }: { id: string; approve: boolean; note: string },
) {
  return inTransaction(deps.db, async (tx) => {
    const answers = approve ? ['RUNNING', 'DONE'] : ['REFUSED']
    const isRepeat = (row: Regrade) => answers.includes(row.state) && row.note === note
    const { held: regrade, waits } = await lockProposalToDecide(tx, regrades, { staff, id, isRepeat })
    if (!waits) return toShown(staff, regrade)
    const { questionId, kind, reason, loseReason } = regrade
    if (approve) {
      await holdQuestion(tx, questionId)
      const now = await computeRegradePreview(tx, { questionId, kind, losePass: loseReason !== null })
      if (!isPreviewMarkingUnchanged(now.digest, regrade.preview)) return refuse('exam.regradeChanged')
      await insertRegradePapers(tx, id, now.rows)
    }
    const state = approve ? 'RUNNING' : 'REFUSED'
    await regrades.end(tx, id, { state, by: staff.staffId, reason: note })
    await auditStaff(tx, staff, approve ? 'exam.regradeDecided' : 'exam.regradeRefused', id, {
      ...{ questionId, kind, reason, loseReason, note },
      askedBy: regrade.askedBy,
    })
    return shown(tx, staff, id)
  })
}

export async function withdrawRegrade(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  await withdrawProposal(deps.db, regrades, { staff, id }, async (tx, { questionId, kind }) => {
    await regrades.end(tx, id, { state: 'WITHDRAWN', by: staff.staffId, reason: '' })
    await auditStaff(tx, staff, 'exam.regradeWithdrawn', id, { questionId, kind })
  })
  return deskRegrade(deps, staff, { id })
}

export function retryFailedPapers(deps: Deps, staff: StaffAtWork, { id }: { id: string }) {
  return inTransaction(deps.db, async (tx) => {
    if (!(await findRegrade(tx, id))) return refuse('exam.regradeNotFound')
    const papers = await setFailedPapersDue(tx, id)
    if (papers > 0) await auditStaff(tx, staff, 'exam.regradeRetried', id, { papers })
    return shown(tx, staff, id)
  })
}

async function shown(tx: Tx, staff: StaffAtWork, id: string) {
  const regrade = await findRegrade(tx, id)
  return regrade ? toShown(staff, regrade) : refuse('exam.regradeNotFound')
}

function toShown(staff: StaffAtWork, { askedById, preview: _, ...regrade }: Regrade) {
  return { ...regrade, mine: isProposer(staff, askedById) }
}

export async function deskRegrades({ db }: Deps, staff: StaffAtWork, filter: RegradeFilter) {
  const { list, ...page } = await listRegrades(db, filter)
  return { list: list.map((one) => toShown(staff, one)), ...page }
}

export async function deskRegrade({ db }: Deps, staff: StaffAtWork, { id }: { id: string }) {
  const regrade = await findRegrade(db, id)
  return regrade ? toShown(staff, regrade) : refuse('exam.regradeNotFound')
}

export async function deskRegradedPapers({ db }: Deps, filter: RegradedPaperFilter) {
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

/** The response also tells whether the answer key changed after some papers were drawn. */
export async function deskPapersOfQuestion({ db }: Deps, { questionId }: { questionId: string }) {
  const question = await findQuestion(db, questionId)
  if (!question) return refuse('question.notFound')
  const held = await countPapersWithQuestion(db, questionId)
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

export async function deskChangedQuestions({ db }: Deps) {
  return { list: await listChangedQuestions(db) }
}

/** Takes the question off the list of questions to regrade until its answer changes again. */
export function declineRegrade(
  deps: Deps,
  staff: StaffAtWork,
  { questionId, reason }: { questionId: string; reason: string },
) {
  return inTransaction(deps.db, async (tx) => {
    if (!(await setRegradeDeclined(tx, questionId, { by: staff.staffId, reason }))) return refuse('exam.regradeSettled')
    await auditStaff(tx, staff, 'exam.regradeNotNeeded', questionId, { reason })
    return { questionId }
  })
}
