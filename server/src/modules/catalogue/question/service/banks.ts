import { findPaperGaps, paperGapText } from '@ce/contract/paper-rules'
import { markOptionLetters } from '@ce/contract/question-explanation'
import { questionCheckVersion, requiredOptionOrder } from '@ce/contract/question-findings'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../../platform/jobs/sweep.ts'
import { type QuestionColumns, type QuestionContent, toQuestionContent } from '../content.ts'
import { findingsOfQuestion, isFindingStillValid, optionOrderFindings } from '../findings.ts'
import { listPlanPaperNeeds, listQuestionBanks } from '../store/banks.ts'
import { listFindingsByQuestion, listUncheckedCourses, replaceFindings } from '../store/findings.ts'
import { listUncheckedQuestions, lockQuestionBank, updateCheckedQuestion } from '../store/questions.ts'

const batch = 200

/**
 * Checks stored questions again when the program has a newer version of the checks. Old questions without an option
 * order get one.
 */
export async function checkQuestionBanks({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  const goesOn = continueUntilStopped(stopping)
  await sweepItemsOneByOne(db, {
    job: 'question.checkBanks',
    items: await listUncheckedCourses(db, questionCheckVersion),
    subjectOf: (courseId) => courseId,
    work: async (courseId) => {
      while (await inTransaction(db, (tx) => checkSome(tx, courseId))) goesOn()
    },
    goesOn,
  })
}

async function checkSome(tx: Tx, courseId: string): Promise<boolean> {
  await lockQuestionBank(tx, courseId)
  const rows = await listUncheckedQuestions(tx, courseId, { version: questionCheckVersion, limit: batch })
  const before = await listFindingsByQuestion(
    tx,
    rows.map(({ id }) => id),
  )
  const found = []
  for (const row of rows) {
    const content = row.checked === 0 ? asBefore(row) : toQuestionContent(row)
    const optionOrder = content.order ?? requiredOptionOrder(content)
    const context = { stem: row.stem, options: row.options.map(({ text }) => text) }
    const explanation = markOptionLetters(content.explanation, context)
    await updateCheckedQuestion(tx, row.id, { optionOrder, explanation, checked: questionCheckVersion })
    const known = isFindingStillValid(before.get(row.id) ?? [], content, content)
    const ordered = { ...content, order: optionOrder }
    const findings = [...findingsOfQuestion(ordered), ...optionOrderFindings(content), ...known]
    found.push({ questionId: row.id, findings })
  }
  await replaceFindings(tx, found)
  return rows.length === batch
}

function asBefore(row: QuestionColumns): QuestionContent {
  const { order: _, ...content } = toQuestionContent(row)
  return { ...content, explanation: row.explanation }
}

/** Nine counts of questions: easy, medium, hard (易 中 难) for each question type. */
type BankSize = number[]

export async function countBankQuestions(db: Db, courseId: string): Promise<BankSize> {
  const [bank] = await listQuestionBanks(db, courseId)
  return bank?.counts ?? []
}

/**
 * Refuses a change that leaves too few questions for a paper; shortages from before the change do not count. The caller
 * has locked the course.
 * @throws Refusal question.bankTooSmall
 */
export async function requireSufficientQuestionBank(tx: Tx, courseId: string, before: BankSize): Promise<void> {
  const [left, needs] = [await countBankQuestions(tx, courseId), await listPlanPaperNeeds(tx, courseId)]
  for (const { year, ...need } of needs) {
    const old = findPaperGaps(need, before)
    const gap = findPaperGaps(need, left).find(
      ({ type, difficulty, have }) =>
        !old.some((one) => one.type === type && one.difficulty === difficulty && one.have <= have),
    )
    if (gap) refuse('question.bankTooSmall', { lack: paperGapText(gap), year })
  }
}
