import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { makeExam, rightAnswers, save, sit, submit } from '../../../test/factories/exam.ts'
import { afterwards } from '../../../test/statements.ts'
import { deps } from '../../../test/world.ts'
import { verifyAnswerLogs } from './service.ts'

async function handedIn(): Promise<string> {
  const { token, ...exam } = await makeExam()
  const sitting = await sit({ token, ...exam })
  for (const seq of [1, 2, 3]) await save(token, sitting.attemptId, seq, rightAnswers(sitting, seq))
  await submit(token, sitting.attemptId, 4, {})
  return sitting.attemptId
}

/** past the database's own guards, as its owner could */
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

/** done to one sitting's log */
const of = (change: RawBuilder<unknown>) => (id: string) => sql`${change} and attempt_id = ${id}`

const breaksOf = async (attemptId: string) =>
  (await verifyAnswerLogs(await deps())).breaks.filter((line) => line.includes(attemptId))

describe('the walk through all answer logs', () => {
  it.each([
    [
      'a changed answer',
      'was changed',
      of(sql`update answer_log set answers = '{}' where seq = 2`),
    ],
    ['a missing entry', 'was changed', of(sql`delete from answer_log where seq = 2`)],
    ['a cut end', '4 entries were saved, 3', of(sql`delete from answer_log where seq = 4`)],
    [
      'another receipt',
      'receipt',
      (id: string) => sql`update attempt set receipt = receipt || 'X' where id = ${id}`,
    ],
  ])('finds %s', async (_what, words, change) => {
    const attemptId = await handedIn()
    expect(await breaksOf(attemptId)).toEqual([])
    await tamper(change(attemptId))
    expect(await breaksOf(attemptId)).toEqual([expect.stringContaining(words)])
  })

  it('takes an answer that is saved meanwhile for no break', async () => {
    const { db, keys } = await deps()
    const exam = await makeExam()
    const sitting = await sit(exam)
    const put = (seq: number) =>
      save(exam.token, sitting.attemptId, seq, rightAnswers(sitting, seq))
    await put(1)
    const saved = vi.fn(() => put(2))
    const isHead = (row: object) => 'savedSeq' in row && 'id' in row && row.id === sitting.attemptId
    const { breaks } = await verifyAnswerLogs({
      db: db.withPlugin(afterwards(isHead, saved)),
      keys,
    })
    expect(saved).toHaveBeenCalledOnce()
    expect(breaks.filter((line) => line.includes(sitting.attemptId))).toEqual([])
  })

  it('counts what it has seen, running sittings too', async () => {
    const exam = await makeExam()
    const before = await verifyAnswerLogs(await deps())
    const sitting = await sit(exam)
    await save(exam.token, sitting.attemptId, 1, rightAnswers(sitting, 1))
    const after = await verifyAnswerLogs(await deps())
    expect(after.attempts).toBe(before.attempts + 1)
    expect(after.entries).toBe(before.entries + 1)
    expect(await breaksOf(sitting.attemptId)).toEqual([])
  })
})
