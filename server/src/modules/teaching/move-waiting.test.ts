import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { itemAt } from '../../../test/factories/course.ts'
import { makeSign, type TestSign } from '../../../test/factories/sign.ts'
import { makeCourseAuthor, makeVideoDraftLesson, publishCourseDraftOnly } from '../../../test/factories/teaching.ts'
import { listMessageTitlesTo } from '../../../test/told/messages.ts'
import { waitForLockWaiters } from '../../../test/waiters.ts'
import { call, deps, must, mustStaff, passTime } from '../../../test/world.ts'
import { faultLog } from '../../platform/observability/log.ts'
import { moveWaitingSigns } from './service/publish.ts'

// See decision 038. Publication comes first, then the job moves students who have not begun.

const teacher = await makeCourseAuthor()

const courseIdOf = (plan: TestPlan) => itemAt(plan.courses, 0).courseId
const detail = (sign: TestSign) =>
  must('GET /course/v1/learn_course_detail', { id: itemAt(sign.courses, 0).id }, sign.student.token)
const lengths = async (sign: TestSign) => (await detail(sign)).lessons.map(({ durationSeconds }) => durationSeconds)
const publishOf = async (plan: TestPlan, seconds: number) =>
  publishCourseDraftOnly(teacher.token, courseIdOf(plan), { lessons: [await makeVideoDraftLesson(seconds)] })
const moveOf = async (plan: TestPlan) =>
  (await mustStaff('GET /teaching/v1/course', { id: courseIdOf(plan) }, teacher.token)).move
const run = async () => moveWaitingSigns(await deps())

async function begin(sign: TestSign): Promise<void> {
  const beat = { event: 'start', seq: 0, position: 0, intervals: [] } as const
  const { id, lessons } = await detail(sign)
  const of = { id, lessonId: itemAt(lessons, 0).id, playSessionId: crypto.randomUUID() }
  await must('POST /course/v1/learn_process', { ...beat, ...of }, sign.student.token)
}

async function movesOf(plan: TestPlan) {
  const { db } = await deps()
  return db
    .selectFrom('auditLog')
    .select(['actor', 'detail'])
    .where('subject', '=', courseIdOf(plan))
    .where('action', '=', 'teaching.moved')
    .execute()
}

afterAll(async () => {
  const { db } = await deps()
  await sql`drop function if exists refuse_move() cascade`.execute(db)
})

describe('new version of a course', () => {
  it('new students get a new version at once, and students who begin before the move keep the old one', async () => {
    const plan = await makePlan({ courses: [{ hours: 60 }] })
    const [waiting, hasty] = [await makeSign({ plan }), await makeSign({ plan })]
    const unpaid = await makeSign({ plan, paid: false })
    await publishOf(plan, 40)
    const { db } = await deps()
    await db.updateTable('planCourse').set({ hours: 20 }).where('planId', '=', plan.id).execute()
    expect(await lengths(await makeSign({ plan }))).toEqual([40])
    expect(await lengths(waiting)).toEqual([30, 30])
    expect(await moveOf(plan)).toEqual({ moved: 0, waiting: 2 })
    await begin(hasty)
    expect(await moveOf(plan)).toEqual({ moved: 0, waiting: 1 })

    await run()
    expect(await lengths(hasty)).toEqual([30, 30])
    expect(await lengths(waiting)).toEqual([40])
    expect(await moveOf(plan)).toBeNull()
    const chosen = await db
      .selectFrom('signCourse')
      .select('hours')
      .where(
        'id',
        'in',
        [waiting, unpaid].map(({ courses }) => itemAt(courses, 0).id),
      )
      .where('courseVersionId', '=', (of) =>
        of.selectFrom('course').select('currentVersionId').where('id', '=', courseIdOf(plan)),
      )
      .execute()
    expect(chosen).toEqual([{ hours: 60 }, { hours: 60 }])
  })

  it('each sign moves once, with any number of processes, and the audit log records the end', async () => {
    const plan = await makePlan({ courses: [{}] })
    const signs = [await makeSign({ plan }), await makeSign({ plan }), await makeSign({ plan })]
    await publishOf(plan, 40)
    await Promise.all([run(), run(), run()])
    for (const sign of signs) {
      expect(await lengths(sign)).toEqual([40])
      expect(await listMessageTitlesTo(sign.student)).toEqual(['课程内容已更新'])
    }
    // A sign-up may still be in progress with the old version.
    await run()
    expect(await movesOf(plan)).toEqual([])
    await passTime(61)
    await Promise.all([run(), run()])
    await run()
    expect(await movesOf(plan)).toEqual([{ actor: 'system', detail: { no: 2, moved: 3 } }])
  })

  it('publishing the first version of a course moves no student, whenever they paid', async () => {
    const plan = await makePlan({ courses: [{}] })
    const sign = await makeSign({ plan })
    const { db } = await deps()
    await sql`update sign set paid_at = paid_at - interval '1 year' where id = ${sign.signId}`.execute(db)
    await passTime(61)
    await run()
    expect(await moveOf(plan)).toBeNull()
    expect(await movesOf(plan)).toEqual([])
  })

  it('signs skipped by a stopped or blocked move are moved in the next run', async () => {
    const plan = await makePlan({ courses: [{}] })
    const [busy, idle] = [await makeSign({ plan }), await makeSign({ plan })]
    await publishOf(plan, 40)
    await passTime(61)
    const all = await deps()
    const stop = new AbortController()
    stop.abort()
    await expect(moveWaitingSigns(all, stop.signal)).rejects.toBe(stop.signal.reason)
    expect(await moveOf(plan)).toEqual({ moved: 0, waiting: 2 })
    await all.db.transaction().execute(async (tx) => {
      await sql`select from sign_course where id = ${itemAt(busy.courses, 0).id} for key share`.execute(tx)
      await run()
      expect(await moveOf(plan)).toEqual({ moved: 1, waiting: 1 })
      expect(await lengths(idle)).toEqual([40])
      await run()
      expect(await movesOf(plan)).toEqual([])
    })
    await run()
    await run()
    expect(await lengths(busy)).toEqual([40])
    expect(await movesOf(plan)).toEqual([{ actor: 'system', detail: { no: 2, moved: 2 } }])
  })

  it('a course whose students cannot be moved is retried and does not stop other courses', async () => {
    const [stuck, sound] = [await makePlan({ courses: [{}] }), await makePlan({ courses: [{}] })] as const
    const signs = [await makeSign({ plan: stuck }), await makeSign({ plan: sound })] as const
    for (const plan of [stuck, sound]) await publishOf(plan, 40)
    const { db } = await deps()
    const refuseBecause = (reason: string) =>
      sql`create or replace function refuse_move() returns trigger language plpgsql as $$
        begin raise exception '${sql.raw(reason)}'; end $$`.execute(db)
    await refuseBecause('this course cannot be moved')
    await sql`create trigger stuck before update of course_version_id on sign_course
      for each row when (new.course_id = ${sql.lit(courseIdOf(stuck))}) execute function refuse_move()`.execute(db)
    const log = vi.spyOn(faultLog, 'error').mockImplementation(() => undefined)
    const reasons = () =>
      log.mock.calls.flatMap(([given, what]) =>
        String(what).includes('teaching.moveWaiting') ? JSON.stringify(given) : [],
      )
    await run()
    expect(await lengths(signs[0])).toEqual([30, 30])
    expect(await lengths(signs[1])).toEqual([40])
    await run()
    expect(reasons()).toEqual([expect.stringContaining('this course cannot be moved')])
    await refuseBecause('nor can it now')
    await passTime(16)
    await run()
    await run()
    expect(reasons()).toEqual([expect.anything(), expect.stringContaining('nor can it now')])
    log.mockRestore()
    await sql`drop function refuse_move() cascade`.execute(db)
    await passTime(31)
    await run()
    expect(await lengths(signs[0])).toEqual([40])
  })

  it('a session start is refused if a new version replaced its lesson while the heartbeat was being stored', async () => {
    const plan = await makePlan({ courses: [{}] })
    const other = await makePlan({ courses: [{}] })
    const [fresh, known] = [await makeSign({ plan }), await makeSign({ plan })]
    await begin(await makeSign({ plan: other, student: known.student }))
    await publishOf(plan, 40)
    const { db } = await deps()
    const courseIds = [fresh, known].map(({ courses }) => itemAt(courses, 0).id)
    const beats = await db.transaction().execute(async (tx) => {
      await sql`select from sign_course where id = any(${courseIds}::uuid[]) for update`.execute(tx)
      const sent: ReturnType<typeof call>[] = []
      for (const { student, courses } of [fresh, known]) {
        const { id, lessonIds } = itemAt(courses, 0)
        const of = { id, lessonId: itemAt(lessonIds, 0), playSessionId: crypto.randomUUID() }
        const beat = { ...of, event: 'start', seq: 0, position: 0, intervals: [] }
        sent.push(call('POST /course/v1/learn_process', beat, student.token))
        await waitForLockWaiters(sent.length)
      }
      await sql`update sign_course set course_version_id = (select current_version_id from course where id = course_id)
        where id = any(${courseIds}::uuid[])`.execute(tx)
      return sent
    })
    for (const beat of beats) expect(await beat).toMatchObject({ key: 'course.lessonNotFound' })
    for (const sign of [fresh, known]) {
      expect(await lengths(sign)).toEqual([40])
      await begin(sign)
    }
    const { rows } = await sql`select from play_session join lesson on lesson.id = lesson_id
      join sign_course chosen on chosen.id = sign_course_id and chosen.course_version_id <> lesson.version_id
      where chosen.id = any(${courseIds}::uuid[])`.execute(db)
    expect(rows).toEqual([])
  })

  it('a late move to an older course version does not override a newer version', async () => {
    const plan = await makePlan({ courses: [{}] })
    const sign = await makeSign({ plan })
    await publishOf(plan, 40)
    const { db } = await deps()
    const both = await db.transaction().execute(async (tx) => {
      const { courseId } = itemAt(plan.courses, 0)
      // The job has moved students only to the second version.
      const lessons = [await makeVideoDraftLesson(50)]
      const course = await mustStaff('GET /teaching/v1/course', { id: courseId }, teacher.token)
      const base = { courseId, baseId: course.current?.id ?? null, versionId: null, revision: 0 }
      const rules = course.current?.rules
      const saved = await mustStaff('POST /teaching/v1/save_draft', { ...base, lessons, rules }, teacher.token)
      await sql`select from course where id = ${courseId} for no key update`.execute(tx)
      const input = { courseId, note: '', ...saved }
      const published = mustStaff('POST /teaching/v1/publish', input, teacher.token)
      await waitForLockWaiters(1)
      const moving = run()
      await waitForLockWaiters(2)
      return [published, moving]
    })
    await Promise.all(both)
    expect(await lengths(sign)).toEqual([30, 30])
    await run()
    expect(await lengths(sign)).toEqual([50])
    expect(await moveOf(plan)).toBeNull()
    await passTime(61)
    await run()
    expect(await movesOf(plan)).toEqual([{ actor: 'system', detail: { no: 3, moved: 1 } }])
  })
})
