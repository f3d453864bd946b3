import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireVersion } from '../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { type QuestionContent, toColumns, toContent } from '../content.ts'
import { findingsOf, stillTrue, toShown } from '../findings.ts'
import { findFindings, insertFindings, replaceFindings } from '../store/findings.ts'
import {
  findQuestion,
  findSameStem,
  insertQuestions,
  lockCourse,
  type Question,
  updateQuestion,
} from '../store/questions.ts'
import { forgetSums, lockSums } from '../store/statistics.ts'
import { bankSize, requireEnough } from './bank-size.ts'

export interface SaveQuestion {
  id: string
  version: number
  courseId: string
  content: QuestionContent
}

/**
 * A new question (version 0), or a changed one. Papers already handed out keep what they asked. An identical repeat gets its
 * first answer; what is there already is not written again.
 * @throws Refusal question.versionStale when somebody else was faster, question.duplicate for words the course has
 */
export async function saveQuestion(deps: Deps, staff: StaffAtWork, input: SaveQuestion) {
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockCourse(tx, input.courseId))) return refuse('question.noSuchCourse')
    const there = await findQuestion(tx, input.id)
    if (there && there.courseId !== input.courseId) return refuse('question.notFound')
    if (!there && input.version > 0) return refuse('question.notFound')
    if (there && isSaid(there, input.content)) return answerOf(tx, there)
    if (there) requireVersion(there, input.version, 'question.versionStale')
    await refuseTwin(tx, input)
    return there ? change(tx, staff, there, input) : create(tx, staff, input)
  })
}

function isSaid(question: Question, content: QuestionContent): boolean {
  return JSON.stringify(toContent(question)) === JSON.stringify(inOrder(content))
}

/** The fields in toContent's order. */
function inOrder(content: QuestionContent): QuestionContent {
  return toContent(toColumns(content))
}

/** Whether who was right before may be wrong now. */
function asksOtherwise(before: Question, { type, options }: QuestionContent): boolean {
  const was = toContent(before)
  return was.type !== type || JSON.stringify(was.options) !== JSON.stringify(options)
}

/** With what the check found: it is shown at once, and waits in the bank until it is mended or accepted. */
async function answerOf(tx: Tx, { id, no, version }: Pick<Question, 'id' | 'no' | 'version'>) {
  const found = await findFindings(tx, [id])
  return { id, no, version, findings: toShown(found.get(id) ?? []) }
}

/** Whether the check may find something else by now; what was accepted was said of these words. */
function readsOtherwise(before: Question, after: QuestionContent): boolean {
  const said = ({ difficulty: _, tags: __, ...words }: QuestionContent) => JSON.stringify(words)
  return said(toContent(before)) !== said(inOrder(after))
}

async function refuseTwin(tx: Tx, { id, courseId, content }: SaveQuestion): Promise<void> {
  const twin = await findSameStem(tx, courseId, content.stem)
  if (twin && twin.id !== id)
    refuse('question.duplicate', {
      no: twin.no,
      fields: { stem: `与第 ${twin.no} 号试题的题干相同` },
    })
}

async function create(tx: Tx, staff: StaffAtWork, { id, courseId, content }: SaveQuestion) {
  const [made] = await insertQuestions(tx, [
    { ...toColumns(content), id, courseId, updatedBy: staff.username },
  ])
  if (!made) throw new Error('an inserted question has no number')
  await insertFindings(tx, [{ questionId: id, findings: findingsOf(content) }])
  await auditStaff(tx, staff, 'question.created', id, { no: made.no, after: inOrder(content) })
  return answerOf(tx, { id, no: made.no, version: 1 })
}

async function change(
  tx: Tx,
  staff: StaffAtWork,
  before: Question,
  { id, courseId, content }: SaveQuestion,
) {
  const size = await bankSize(tx, courseId)
  const otherwise = asksOtherwise(before, content)
  if (otherwise) await lockSums(tx)
  const { no, version } = await updateQuestion(tx, id, toColumns(content), staff.username)
  await requireEnough(tx, courseId, size)
  if (otherwise) await forgetSums(tx, id)
  if (readsOtherwise(before, content)) {
    const known = (await findFindings(tx, [id])).get(id) ?? []
    const findings = [
      ...findingsOf(content),
      ...stillTrue(known, toContent(before), inOrder(content)),
    ]
    await replaceFindings(tx, [{ questionId: id, findings }])
  }
  await auditStaff(tx, staff, 'question.saved', id, {
    no,
    before: toContent(before),
    after: inOrder(content),
  })
  return answerOf(tx, { id, no, version })
}
