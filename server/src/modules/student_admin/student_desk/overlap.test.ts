import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { decideTestAttempt, examInputOf, rightAnswersOf, startTestAttempt } from '../../../../test/factories/exam.ts'
import { makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import { makeTestPlayer } from '../../../../test/factories/player.ts'
import { makeSign, type TestSign } from '../../../../test/factories/sign.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { finishStudy } from '../../../../test/factories/study.ts'
import { deps, must, mustStaff, passTime, staffCall, startStopwatch } from '../../../../test/world.ts'
import { listLessonProgress } from '../../learning/study/service.ts'

const desk = await makeMergeTestDesk()

async function twoAccounts() {
  const [kept, closed] = [await signed(), await signed()]
  const pair = { keptId: kept.student.id, closedId: closed.student.id }
  return { kept, closed, pair, merge: mergeInput(kept.student, closed.student) }
}

const signed = async () => makeSign({ plan: await makePlan({ courses: [{ lessonSeconds: [600] }] }) })

const courseOf = ({ courses: [course] }: TestSign) => {
  if (!course) throw new Error('no course')
  return course
}

const pageOf = (sign: TestSign) => {
  const { id, lessonIds } = courseOf(sign)
  return makeTestPlayer(sign.student.token, id, lessonIds[0])
}

const check = (pair: { keptId: string; closedId: string }) =>
  mustStaff('GET /student_desk/v1/merge_check', pair, desk.first.token)

async function creditedOf(sign: TestSign): Promise<number> {
  const { db } = await deps()
  const rows = await listLessonProgress(db, [courseOf(sign).id])
  return rows.reduce((sum, { creditedDs }) => sum + creditedDs, 0) / 10
}

/**
 * Both accounts get credit for the same minute on two devices. @returns seconds between the starts of their minutes
 */
async function studyAtOnce(one: TestSign, other: TestSign): Promise<number> {
  const pages = [pageOf(one), pageOf(other)]
  const clock = await startStopwatch()
  for (const page of pages) await page.start()
  await passTime(60)
  for (const page of pages) await page.watch(0, 60)
  return (await clock()) - 60
}

/** The expected behaviour is that of decision 010. */
describe('study credited to both accounts at the same time', () => {
  it('study at the same time is shown before the merge and counts once, and its course restarts', async () => {
    const { kept, closed, pair, merge } = await twoAccounts()
    const apart = await studyAtOnce(kept, closed)
    expect((await creditedOf(kept)) + (await creditedOf(closed))).toBe(120)
    const { overlap, obstacles } = await check(pair)
    expect(obstacles).toEqual([])
    expect(overlap?.seconds).toBeGreaterThan(58 - apart)
    expect(overlap?.seconds).toBeLessThanOrEqual(60)
    expect(overlap?.restarts).toEqual([{ year: closed.plan.year, title: expect.any(String) }])
    expect(await desk.propose(merge)).toMatchObject({ data: { overlap: { restarts: [{}] } } })
    const { list } = await mustStaff('GET /student_desk/v1/merges', {}, desk.second.token)
    expect(list.find((one) => one.id === merge.id)).toMatchObject({ overlap })
    expect(await desk.decide(merge.id)).toMatchObject({
      data: { state: 'DONE', overlap: null, outcome: { restarted: 1 } },
    })
    expect((await creditedOf(kept)) + (await creditedOf(closed))).toBe(60)
    const { list: mine } = await must('GET /course/v1/my_course', {}, kept.student.token)
    expect(mine.flatMap(({ courses }) => courses.map(({ progress }) => progress)).sort()).toEqual([0, 10])
    const { db } = await deps()
    const [told] = await db
      .selectFrom('auditLog')
      .select('detail')
      .where('subject', '=', closed.student.id)
      .where('action', '=', 'student_desk.merged')
      .execute()
    expect(told?.detail).toMatchObject({ restarted: 1, overlapSeconds: overlap?.seconds })
  })

  it('study of two accounts one after the other is no overlap, whenever it was reported', async () => {
    const { kept, closed, pair, merge } = await twoAccounts()
    const [one, other] = [pageOf(kept), pageOf(closed)]
    await one.start()
    await passTime(60)
    await one.watch(0, 60, { event: 'end' })
    await other.start()
    await passTime(60)
    await other.watch(0, 30)
    await passTime(600)
    await other.watch(30, 60)
    expect(await check(pair)).toEqual({ obstacles: [], overlap: null, freeYears: [] })
    await desk.propose(merge)
    expect(await desk.decide(merge.id)).toMatchObject({ data: { outcome: { restarted: 0 } } })
    expect(await creditedOf(closed)).toBe(60)
  })

  it('a passed course with overlapping study blocks the merge until its exam attempt is void', async () => {
    const { kept, closed, pair, merge } = await twoAccounts()
    await studyAtOnce(kept, closed)
    expect(await desk.propose(merge)).toMatchObject({ code: 1 })
    await finishStudy(closed)
    const sitting = await startTestAttempt({ sign: closed, token: closed.student.token, exam: examInputOf(closed) })
    const { attemptId } = sitting
    const body = { attemptId, seq: 1, answers: rightAnswersOf(sitting) }
    await must('POST /exam/v1/submit_exam', body, closed.student.token)
    expect((await check(pair)).obstacles).toEqual([
      expect.stringMatching(/同一时刻.*请先在考场作废该考试，或对调后再申请/),
    ])
    expect(await desk.decide(merge.id)).toMatchObject({ key: 'student_desk.mergeHindered' })
    expect((await check({ keptId: pair.closedId, closedId: pair.keptId })).obstacles).toEqual([])
    await decideTestAttempt(attemptId, 'VOID')
    expect(await desk.decide(merge.id)).toMatchObject({
      data: { outcome: { restarted: 1, hours: 0 } },
    })
    expect(await creditedOf(closed)).toBe(0)
  })

  it('overlapping study is searched only between two open accounts', async () => {
    const { pair, closed } = await twoAccounts()
    const look = (input: object) =>
      staffCall('GET /student_desk/v1/merge_check', { ...pair, ...input }, desk.first.token)
    expect(await look({ keptId: pair.closedId })).toMatchObject({ key: 'student_desk.sameAccount' })
    expect(await look({ keptId: randomUUID() })).toMatchObject({ key: 'student_desk.notFound' })
    await desk.merge(await makeStudent(), closed.student)
    expect(await look({})).toMatchObject({ key: 'student_desk.closed' })
  })
})
