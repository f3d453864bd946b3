import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { requireVersion } from '../../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { type QuestionContent, toQuestionColumns, toQuestionContent } from '../content.ts'
import { findingsOfQuestion, isFindingStillValid, toFindingView } from '../findings.ts'
import { insertFindings, listFindingsByQuestion, replaceFindings } from '../store/findings.ts'
import {
  findQuestion,
  findQuestions,
  findQuestionWithStem,
  insertQuestions,
  lockQuestionBank,
  type QuestionRow,
  setQuestionsEnabled,
  updateQuestion,
} from '../store/questions.ts'
import { lockQuestionSums, resetQuestionSums } from '../store/statistics.ts'
import { countBankQuestions, requireSufficientQuestionBank } from './banks.ts'

export interface SaveQuestionInput {
  id: string
  version: number
  courseId: string
  content: QuestionContent
}

/**
 * Existing exam papers keep the old question. A repeated request gets the first response. @throws Refusal
 * question.versionStale, question.duplicate
 */
export async function saveQuestion(deps: Deps, staff: StaffAtWork, input: SaveQuestionInput) {
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockQuestionBank(tx, input.courseId))) return refuse('question.noSuchCourse')
    const there = await findQuestion(tx, input.id)
    if (there && there.courseId !== input.courseId) return refuse('question.notFound')
    if (!there && input.version > 0) return refuse('question.notFound')
    if (there && isSaid(there, input.content)) return answerOf(tx, there)
    if (there) requireVersion(there, input.version, 'question.versionStale')
    await refuseTwin(tx, input)
    return there ? change(tx, staff, there, input) : create(tx, staff, input)
  })
}

function isSaid(question: QuestionRow, content: QuestionContent): boolean {
  return JSON.stringify(toQuestionContent(question)) === JSON.stringify(inOrder(content))
}

/** Returns the fields in the order of `toQuestionContent`, so that two contents can be compared as JSON. */
function inOrder(content: QuestionContent): QuestionContent {
  return toQuestionContent(toQuestionColumns(content))
}

function asksOtherwise(before: QuestionRow, { type, options }: QuestionContent): boolean {
  const was = toQuestionContent(before)
  return was.type !== type || JSON.stringify(was.options) !== JSON.stringify(options)
}

async function answerOf(tx: Tx, { id, no, version }: Pick<QuestionRow, 'id' | 'no' | 'version'>) {
  const found = await listFindingsByQuestion(tx, [id])
  return { id, no, version, findings: toFindingView(found.get(id) ?? []) }
}

/** True if a field other than difficulty and tags has changed; accepted findings refer to the old wording. */
function readsOtherwise(before: QuestionRow, after: QuestionContent): boolean {
  const said = ({ difficulty: _, tags: __, ...words }: QuestionContent) => JSON.stringify(words)
  return said(toQuestionContent(before)) !== said(inOrder(after))
}

async function refuseTwin(tx: Tx, { id, courseId, content }: SaveQuestionInput): Promise<void> {
  const twin = await findQuestionWithStem(tx, courseId, content.stem)
  if (twin && twin.id !== id)
    refuse('question.duplicate', {
      no: twin.no,
      fields: { stem: `与第 ${twin.no} 号试题的题干相同` },
    })
}

async function create(tx: Tx, staff: StaffAtWork, { id, courseId, content }: SaveQuestionInput) {
  const [made] = await insertQuestions(tx, [{ ...toQuestionColumns(content), id, courseId, updatedBy: staff.username }])
  if (!made) throw new Error('an inserted question has no number')
  await insertFindings(tx, [{ questionId: id, findings: findingsOfQuestion(content) }])
  await auditStaff(tx, staff, 'question.created', id, { no: made.no, after: inOrder(content) })
  return answerOf(tx, { id, no: made.no, version: 1 })
}

async function change(tx: Tx, staff: StaffAtWork, before: QuestionRow, { id, courseId, content }: SaveQuestionInput) {
  const size = await countBankQuestions(tx, courseId)
  const otherwise = asksOtherwise(before, content)
  if (otherwise) await lockQuestionSums(tx)
  const { no, version } = await updateQuestion(tx, id, toQuestionColumns(content), staff.username)
  await requireSufficientQuestionBank(tx, courseId, size)
  if (otherwise) await resetQuestionSums(tx, id)
  if (readsOtherwise(before, content)) {
    const known = (await listFindingsByQuestion(tx, [id])).get(id) ?? []
    const findings = [
      ...findingsOfQuestion(content),
      ...isFindingStillValid(known, toQuestionContent(before), inOrder(content)),
    ]
    await replaceFindings(tx, [{ questionId: id, findings }])
  }
  await auditStaff(tx, staff, 'question.saved', id, {
    no,
    before: toQuestionContent(before),
    after: inOrder(content),
  })
  return answerOf(tx, { id, no, version })
}

/** Enables or disables all given questions, or none. @throws Refusal question.bankTooSmall */
export async function enableQuestions(
  deps: Deps,
  staff: StaffAtWork,
  input: { ids: string[]; enabled: boolean; reason: string },
) {
  const ids = [...new Set(input.ids)]
  const { enabled, reason } = input
  return inTransaction(deps.db, async (tx) => {
    const questions = await findQuestions(tx, ids)
    if (questions.length < ids.length) return refuse('question.notFound')
    const courses = [...new Set(questions.map(({ courseId }) => courseId))].sort()
    const sizes = []
    for (const courseId of courses) {
      await lockQuestionBank(tx, courseId)
      sizes.push({ courseId, size: await countBankQuestions(tx, courseId) })
    }
    const changed = await setQuestionsEnabled(tx, ids, enabled, staff.username)
    for (const { courseId, size } of sizes) await requireSufficientQuestionBank(tx, courseId, size)
    const action = enabled ? 'question.enabled' : 'question.disabled'
    for (const [subject, rows] of Map.groupBy(changed, ({ courseId }) => courseId)) {
      const detail = { reason, questions: rows.map(({ no }) => no) }
      await auditStaff(tx, staff, action, subject, detail)
    }
    return { changed: changed.length }
  })
}
