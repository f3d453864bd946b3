import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { itemAt } from '../../../test/factories/course.ts'
import { makeSign, type TestSign } from '../../../test/factories/sign.ts'
import type { TestStaff } from '../../../test/factories/staff.ts'
import { lessonOf, makeAuthor, publishOnly } from '../../../test/factories/teaching.ts'
import { titlesTo } from '../../../test/told/messages.ts'
import { waiters } from '../../../test/waiters.ts'
import { call, deps, must, mustStaff, passTime } from '../../../test/world.ts'
import { faultLog } from '../../platform/observability/log.ts'
import { moveWaiting } from './service/move-waiting.ts'

// decision 038: publication first, then those who have not begun

let teacher: TestStaff

beforeAll(async () => {
  teacher = await makeAuthor()
})

const courseIdOf = (plan: TestPlan) => itemAt(plan.courses, 0).courseId
const detail = (sign: TestSign) =>
  must('GET /course/v1/learn_course_detail', { id: itemAt(sign.courses, 0).id }, sign.student.token)
const lengths = async (sign: TestSign) =>
  (await detail(sign)).lessons.map(({ durationSeconds }) => durationSeconds)
/** A version of one lesson, of so many seconds. */
const publishOf = async (plan: TestPlan, seconds: number) =>
  publishOnly(teacher.token, courseIdOf(plan), { lessons: [await lessonOf(seconds)] })
const moveOf = async (plan: TestPlan) =>
  (await mustStaff('GET /teaching/v1/course', { id: courseIdOf(plan) }, teacher.token)).move
const run = async () => moveWaiting(await deps())

/** The first lesson as the student is shown it now is started. */
async function begin(sign: TestSign): Promise<void> {
  const beat = { event: 'start', seq: 0, position: 0, intervals: [] } as const
  const { id, lessons } = await detail(sign)
  const of = { id, lessonId: itemAt(lessons, 0).id, playSessionId: crypto.randomUUID() }
  await must('POST /course/v1/learn_process', { ...beat, ...of }, sign.student.token)
}

/** What the log says of moves. */
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

describe('a newly published version', () => {
  it('is what new students get at once; who begins before it is their turn keeps the older one', async () => {
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
    // what was sold goes with the sign, not with the version (decision 009)
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

  it('is followed once, by however many processes, and the log is told when all have', async () => {
    const plan = await makePlan({ courses: [{}] })
    const signs = [await makeSign({ plan }), await makeSign({ plan }), await makeSign({ plan })]
    await publishOf(plan, 40)
    await Promise.all([run(), run(), run()])
    for (const sign of signs) {
      expect(await lengths(sign)).toEqual([40])
      expect(await titlesTo(sign.student)).toEqual(['课程内容已更新'])
    }
    // somebody may still be signing up with what was read a moment ago
    await run()
    expect(await movesOf(plan)).toEqual([])
    await passTime(61)
    await Promise.all([run(), run()])
    await run()
    expect(await movesOf(plan)).toEqual([{ actor: 'system', detail: { no: 2, moved: 3 } }])
  })

  it('is no move where it is the first, whenever its students paid', async () => {
    const plan = await makePlan({ courses: [{}] })
    const sign = await makeSign({ plan })
    const { db } = await deps()
    // as after an upgrade from before there were versions: published later than paid for
    await sql`update sign set paid_at = paid_at - interval '1 year' where id = ${sign.signId}`.execute(
      db,
    )
    await passTime(61)
    await run()
    expect(await moveOf(plan)).toBeNull()
    expect(await movesOf(plan)).toEqual([])
  })

  it('waits for whom a run did not come to: it was stopped, or they were just beginning', async () => {
    const plan = await makePlan({ courses: [{}] })
    const [busy, idle] = [await makeSign({ plan }), await makeSign({ plan })]
    await publishOf(plan, 40)
    await passTime(61)
    const all = await deps()
    const stop = new AbortController()
    stop.abort()
    await expect(moveWaiting(all, stop.signal)).rejects.toBe(stop.signal.reason)
    expect(await moveOf(plan)).toEqual({ moved: 0, waiting: 2 })
    await all.db.transaction().execute(async (tx) => {
      // as the foreign key of a play session takes it
      await sql`select from sign_course where id = ${itemAt(busy.courses, 0).id} for key share`.execute(
        tx,
      )
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

  it('is followed where another course cannot be moved, which is tried again later', async () => {
    const [stuck, sound] = [
      await makePlan({ courses: [{}] }),
      await makePlan({ courses: [{}] }),
    ] as const
    const signs = [await makeSign({ plan: stuck }), await makeSign({ plan: sound })] as const
    for (const plan of [stuck, sound]) await publishOf(plan, 40)
    const { db } = await deps()
    const refuseBecause = (reason: string) =>
      sql`create or replace function refuse_move() returns trigger language plpgsql as $$
        begin raise exception '${sql.raw(reason)}'; end $$`.execute(db)
    await refuseBecause('this course cannot be moved')
    await sql`create trigger stuck before update of course_version_id on sign_course
      for each row when (new.course_id = ${sql.lit(courseIdOf(stuck))}) execute function refuse_move()`.execute(
      db,
    )
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

  it('is not begun by a lesson that was replaced between the judging of its first beat and the writing', async () => {
    const plan = await makePlan({ courses: [{}] })
    // one has a clock already, of another course; the other begins for the first time
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
        await waiters(sent.length)
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

  it('is never overtaken by an older one that is still being followed', async () => {
    const plan = await makePlan({ courses: [{}] })
    const sign = await makeSign({ plan })
    await publishOf(plan, 40)
    const { db } = await deps()
    const both = await db.transaction().execute(async (tx) => {
      const { courseId } = itemAt(plan.courses, 0)
      // the third version is saved, and waits with its publication; then the job wakes, and has seen the second only
      const lessons = [await lessonOf(50)]
      const course = await mustStaff('GET /teaching/v1/course', { id: courseId }, teacher.token)
      const base = { courseId, baseId: course.current?.id ?? null, versionId: null, revision: 0 }
      const rules = course.current?.rules
      const saved = await mustStaff(
        'POST /teaching/v1/save_draft',
        { ...base, lessons, rules },
        teacher.token,
      )
      await sql`select from course where id = ${courseId} for no key update`.execute(tx)
      const input = { courseId, note: '', ...saved }
      const published = mustStaff('POST /teaching/v1/publish', input, teacher.token)
      await waiters(1)
      const moving = run()
      await waiters(2)
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
