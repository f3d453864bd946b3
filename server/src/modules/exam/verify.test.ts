import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import {
  callSaveAnswer,
  callSubmitExam,
  makeExam,
  rightAnswersOf,
  startTestAttempt,
} from '../../../test/factories/exam.ts'
import { runAfterStatement } from '../../../test/statements.ts'
import { runWholeCheck } from '../../../test/whole-check.ts'
import { deps } from '../../../test/world.ts'
import { checkAnswerLogs } from './service/answer-log.ts'

async function handedIn(): Promise<string> {
  const { token, ...exam } = await makeExam()
  const sitting = await startTestAttempt({ token, ...exam })
  for (const seq of [1, 2, 3]) await callSaveAnswer(token, sitting.attemptId, seq, rightAnswersOf(sitting, seq))
  await callSubmitExam(token, sitting.attemptId, 4, {})
  return sitting.attemptId
}

/** Disables the triggers as the owner of the database could. */
async function tamper(change: RawBuilder<unknown>): Promise<void> {
  const { db } = await deps()
  await db.transaction().execute(async (tx) => {
    await sql`alter table answer_log disable trigger user`.execute(tx)
    await sql`alter table attempt disable trigger user`.execute(tx)
    await change.execute(tx)
    await sql`alter table answer_log enable trigger user`.execute(tx)
    await sql`alter table attempt enable trigger user`.execute(tx)
  })
}

const of = (change: RawBuilder<unknown>) => (id: string) => sql`${change} and attempt_id = ${id}`

const breaksOf = async (attemptId: string) =>
  (await runWholeCheck(checkAnswerLogs, await deps())).faults.filter((line) => line.includes(attemptId))

describe('verification of all answer logs', () => {
  it.each([
    ['a changed answer', 'was changed', of(sql`update answer_log set answers = '{}' where seq = 2`)],
    ['a missing entry', 'was changed', of(sql`delete from answer_log where seq = 2`)],
    ['a cut end', '4 entries were saved, 3', of(sql`delete from answer_log where seq = 4`)],
    ['another receipt', 'receipt', (id: string) => sql`update attempt set receipt = receipt || 'X' where id = ${id}`],
  ])('the verification of answer logs finds %s', async (_what, words, change) => {
    const attemptId = await handedIn()
    expect(await breaksOf(attemptId)).toEqual([])
    await tamper(change(attemptId))
    expect(await breaksOf(attemptId)).toEqual([expect.stringContaining(words)])
  })

  it('an answer saved during the verification is not reported as a break', async () => {
    const { db, keys } = await deps()
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const put = (seq: number) => callSaveAnswer(exam.token, sitting.attemptId, seq, rightAnswersOf(sitting, seq))
    await put(1)
    const saved = vi.fn(() => put(2))
    const isHead = (row: object) => 'savedSeq' in row && 'id' in row && row.id === sitting.attemptId
    const { faults } = await runWholeCheck(checkAnswerLogs, {
      db: db.withPlugin(runAfterStatement(isHead, saved)),
      keys,
    })
    expect(saved).toHaveBeenCalledOnce()
    expect(faults.filter((line) => line.includes(sitting.attemptId))).toEqual([])
  })

  it('the verification counts all logs, including running attempts', async () => {
    const exam = await makeExam()
    const before = await runWholeCheck(checkAnswerLogs, await deps())
    const sitting = await startTestAttempt(exam)
    await callSaveAnswer(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting, 1))
    const after = await runWholeCheck(checkAnswerLogs, await deps())
    expect(after.checked).toBe(before.checked + 1)
    expect(await breaksOf(sitting.attemptId)).toEqual([])
  })
})
