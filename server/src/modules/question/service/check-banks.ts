import { keepExplanation } from '@ce/contract/question-explanation'
import { checkVersion, decideOrder } from '@ce/contract/question-findings'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import { type QuestionColumns, type QuestionContent, toContent } from '../content.ts'
import { findingsOf, orderDecided, stillTrue } from '../findings.ts'
import { findFindings, listUncheckedCourses, replaceFindings } from '../store/findings.ts'
import { listUnchecked, lockCourse, updateChecked } from '../store/questions.ts'

/** of one transaction, which holds the course */
const batch = 200

/**
 * The job: questions from before the check, or before it learned more, are looked at once. Of those from before, the order of the options
 * is decided by their words and explanations get their references; staff find the result in the question bank.
 */
export async function checkBanks({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  const goesOn = goesOnUntil(stopping)
  await sweepEach(db, {
    job: 'question.checkBanks',
    items: await listUncheckedCourses(db, checkVersion),
    subjectOf: (courseId) => courseId,
    work: async (courseId) => {
      while (await inTransaction(db, (tx) => checkSome(tx, courseId))) goesOn()
    },
    goesOn,
  })
}

/** @returns whether there may be more */
async function checkSome(tx: Tx, courseId: string): Promise<boolean> {
  await lockCourse(tx, courseId)
  const rows = await listUnchecked(tx, courseId, { version: checkVersion, limit: batch })
  const before = await findFindings(
    tx,
    rows.map(({ id }) => id),
  )
  const found = []
  for (const row of rows) {
    const content = row.checked === 0 ? asBefore(row) : toContent(row)
    const optionOrder = content.order ?? decideOrder(content)
    const context = { stem: row.stem, options: row.options.map(({ text }) => text) }
    const explanation = keepExplanation(content.explanation, context)
    await updateChecked(tx, row.id, { optionOrder, explanation, checked: checkVersion })
    const known = stillTrue(before.get(row.id) ?? [], content, content)
    const ordered = { ...content, order: optionOrder }
    const findings = [...findingsOf(ordered), ...orderDecided(content), ...known]
    found.push({ questionId: row.id, findings })
  }
  await replaceFindings(tx, found)
  return rows.length === batch
}

/** One from before the check: nobody has chosen its order, and its explanation is in plain letters. */
function asBefore(row: QuestionColumns): QuestionContent {
  const { order: _, ...content } = toContent(row)
  return { ...content, explanation: row.explanation }
}
