import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeLearner, makeTestPlayer } from '../../../../test/factories/player.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import {
  call,
  deps,
  must,
  mustStaff,
  passTime,
  runWithoutTriggers,
  sendRawRequest,
  staffCall,
} from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import {
  type ClosedPartition,
  emptyPartition,
  heartbeatMonths,
  listClosedPartitions,
  makePartition,
  numbersOfMonth,
} from '../../../platform/db/months.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addSealedHeartbeats } from '../../student_admin/privacy/service/copy-heartbeats.ts'
import { studyCopySections } from '../../student_admin/privacy/store/copy-study.ts'
import { findStudyOverlap } from './service/desk.ts'
import { sealMonth } from './service/seal-months.ts'
import { checkSealedMonths } from './service/verify-sealed.ts'
import { listStudyDisagreements } from './store/consistency.ts'

let all: Deps
beforeAll(async () => {
  all = await deps()
})

/** Gives numbers of the month after the present numbers, as if it had begun. @returns that month */
async function beginNextMonth(): Promise<number> {
  const { rows } = await sql<{ month: number }>`
    select greatest(last_value / 1000000000000, to_char(app_now() at time zone 'Asia/Shanghai', 'YYMM')::int)::int as month
    from play_session_no`.execute(all.db)
  const now = rows[0]?.month ?? 0
  const next = now % 100 === 12 ? now + 89 : now + 1
  await makePartition(all.pool, heartbeatMonths, next)
  await sql`select setval('play_session_no', ${next * numbersOfMonth}, false)`.execute(all.db)
  return next
}

async function closedPartition(month: number): Promise<ClosedPartition> {
  const found = (await listClosedPartitions(all.pool, heartbeatMonths)).find((one) => one.month === month)
  if (!found) throw new Error(`${month} is not closed`)
  return found
}

const small = { part: 7, group: 3 }
const always = () => true
const faults = async () => {
  const found: string[] = []
  for (let after: string | null = null; ; ) {
    const slice = await checkSealedMonths(all, after)
    found.push(...slice.faults)
    after = slice.next
    if (after === null) return found
  }
}

/** A learner with a session that ended, one that another took over and one that was left open. */
async function study() {
  const learner = await makeLearner([600, 600])
  const { course, student } = learner
  const open = (lesson: number) => makeTestPlayer(student.token, course.id, course.lessonIds[lesson])
  const first = open(0)
  await first.start()
  await passTime(60)
  await first.watch(0, 15)
  await first.watch(10, 30)
  await first.watch(400, 410)
  await first.watch(590, 650)
  await first.send({ event: 'end' })
  const second = open(0)
  await second.start()
  await passTime(30)
  await second.watch(30, 45)
  const third = open(1)
  await third.start()
  await passTime(30)
  // A late heartbeat of the session that was taken over.
  await second.watch(45, 50)
  await third.watch(0, 20)
  return { ...learner, players: [first, second, third] as const }
}

type Learner = Awaited<ReturnType<typeof study>>

async function answersOf({ course, student }: Learner) {
  // A session of staff ends soon, and these tests move the clock.
  const staff = (await makeStaff({ permissions: ['study.read'] })).token
  const lessons = course.lessonIds.map((lessonId) => ({ id: course.id, lessonId, pageSize: 100 }))
  const section = studyCopySections.find(({ key }) => key === 'beats')
  if (!section) throw new Error('no heartbeats in the copy')
  const { rows } = await section.rows([student.id], {}).execute(all.db)
  const copied = await addSealedHeartbeats(all, [student.id], rows)
  return {
    records: await Promise.all(lessons.map((asked) => must('GET /course/v1/learn_record', asked, student.token))),
    desk: await Promise.all(lessons.map((asked) => mustStaff('GET /study/v1/record', asked, staff))),
    copied: copied.map(({ lessonKey, ...row }) => row),
  }
}

describe('a sealed month', () => {
  let learners: [Learner, Learner]
  let partition: ClosedPartition
  let before: unknown[]
  const overlapOf = async () =>
    findStudyOverlap(all, { keptId: learners[0].student.id, closedId: learners[1].student.id, first: new Set() })
  let overlap: unknown

  beforeAll(async () => {
    const month = await beginNextMonth()
    learners = await Promise.all([study(), study()])
    // Both at the same time, which one person cannot do.
    await passTime(60)
    for (const { players } of learners) await players[2].watch(20, 75)
    await beginNextMonth()
    partition = await closedPartition(month)
    before = [await answersOf(learners[0]), await answersOf(learners[1])]
    overlap = await overlapOf()
  })

  it('waits while somebody still studies in one of its sessions', async () => {
    expect(await sealMonth(all, partition, small, always)).toBe(false)
    expect(await faults()).toEqual([])
  })

  it('goes on after a run that was stopped between two files', async () => {
    await passTime(8 * 86_400)
    for (const { student } of learners)
      student.token = await inTransaction(all.db, (tx) => all.sessions.issue(tx, student.id))
    let turns = 0
    const stopping = () => {
      turns += 1
      // Ending the sessions takes two turns and the first file five.
      if (turns > 9) throw new Error('the process stops')
      return true
    }
    await expect(sealMonth(all, partition, small, stopping)).rejects.toThrow('the process stops')
    const { parts, months } = await countSealed(partition.month)
    expect([parts > 0, months]).toEqual([true, 0])
    expect([await answersOf(learners[0]), await answersOf(learners[1])]).toEqual(before)
    expect(await sealMonth(all, partition, small, always)).toBe(true)
    expect(await countSealed(partition.month)).toMatchObject({ months: 1 })
    expect(await faults()).toEqual([])
  })

  it('gives the same answers from its files as before', async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from study_beat where session_no >= ${partition.first} and session_no < ${partition.end}`.execute(
      all.db,
    )
    expect(rows).toEqual([{ n: (await countSealed(partition.month)).rows }])
    await emptyPartition(all.pool, partition)
    expect([await answersOf(learners[0]), await answersOf(learners[1])]).toEqual(before)
    expect(await overlapOf()).toEqual(overlap)
    expect(overlap).not.toBeNull()
  })

  it('takes no heartbeat any more, and its sessions cannot be opened again', async () => {
    const [{ players, course, student }] = learners
    const [first, second, third] = players
    const again = { seq: 0, event: 'start' }
    const send = (body: object) => call('POST /course/v1/learn_process', body, student.token)
    for (const [player, key] of [
      [first, 'course.sessionNotOpen'],
      [second, 'course.takenOver'],
      [third, 'course.sessionNotOpen'],
    ] as const) {
      expect(await send(player.body(again))).toMatchObject({ key })
      expect(await send(player.body({ seq: 30, event: 'beat', intervals: [[20, 40]], position: 40 }))).toMatchObject({
        key,
      })
    }
    const row = sql`insert into study_beat (session_no, seq, at, event, position_ds, intervals, added_ds, credited_ds,
      furthest_ds, lesson_done, course_done) values (${partition.first}, 99, now(), 'beat', 0, '{}', 0, 0, 0, false, false)`
    await expect(row.execute(all.db)).rejects.toThrow(`${partition.name}_closed`)
    const later = makeTestPlayer(student.token, course.id, course.lessonIds[1])
    await later.start()
    await passTime(30)
    expect((await later.watch(75, 85)).data).toMatchObject({ creditedSeconds: 85 })
    const asked = { id: course.id, lessonId: course.lessonIds[1] ?? '' }
    const record = await must('GET /course/v1/learn_record', asked, student.token)
    // The new session is in the table, the one before it in a file.
    expect(record.list.filter(({ reason }) => reason === null).map(({ credited }) => credited)).toEqual([
      10, 0, 55, 20, 0,
    ])
  })

  it('is hidden from others as before', async () => {
    const [{ course }] = learners
    const asked = { id: course.id, lessonId: course.lessonIds[0] ?? '' }
    const stranger = await makeStudent()
    expect(await call('GET /course/v1/learn_record', asked, stranger.token)).toMatchObject({ key: 'course.notFound' })
    const { token } = await makeStaff({ permissions: ['student.read'] })
    expect(await staffCall('GET /study/v1/record', asked, token)).toMatchObject({ key: 'staff.forbidden' })
    const { id } = await sealedFile(partition.month)
    for (const path of [`/files/${id}`, `/files/public/${id}`])
      for (const authorization of [stranger.token, token])
        expect((await sendRawRequest(path, { headers: { authorization } })).ok, path).toBe(false)
  })

  it('still shows that the progress of a lesson is not that of its heartbeats', async () => {
    const [, { course }] = learners
    expect(await listStudyDisagreements(all.db, [course.id])).toEqual([])
    const set = (by: number) =>
      sql`update lesson_progress set credited_ds = credited_ds + ${by} where sign_course_id = ${course.id}`.execute(
        all.db,
      )
    await set(10)
    expect(await listStudyDisagreements(all.db, [course.id])).toHaveLength(2)
    await set(-10)
  })

  it('refuses an answer while a file is missing or altered, and the check names it', async () => {
    const { storageKey: key, size, name } = await sealedFile(partition.month)
    const content: Buffer[] = []
    for await (const piece of all.files.read(key, { start: 0, end: size - 1 })) content.push(piece as Buffer)
    const whole = Buffer.concat(content)
    const answers = () =>
      Promise.all(
        learners.flatMap(({ course: { id, lessonIds }, student: { token } }) =>
          lessonIds.map((lessonId) => call('GET /course/v1/learn_record', { id, lessonId }, token)),
        ),
      )
    const altered = Buffer.from(whole)
    altered.fill(0, 4, whole.length - 8)
    await all.files.remove(key)
    for (const problem of ['its content is missing', 'SHA-256 differs']) {
      const refused = (await answers()).filter(({ code }) => code !== 1)
      expect(refused).not.toEqual([])
      for (const one of refused)
        expect(one).toMatchObject({
          status: 200,
          key: 'course.recordUnavailable',
          msg: expect.stringContaining('暂时无法读取'),
        })
      expect(await faults(), name).toEqual([expect.stringContaining(problem)])
      await all.files.put(key, problem.includes('missing') ? altered : whole)
    }
    expect(await faults()).toEqual([])
    expect((await answers()).map(({ code }) => code)).toEqual([1, 1, 1, 1])
  })

  it('is found when its row or a part of it was changed or lost', async () => {
    const tables = ['sealed_month', 'sealed_part']
    const row = await all.db
      .selectFrom('sealedMonth')
      .selectAll()
      .where('month', '=', partition.month)
      .executeTakeFirstOrThrow()
    const { month } = partition
    await expect(sql`delete from sealed_month where month = ${month}`.execute(all.db)).rejects.toThrow('append-only')
    await runWithoutTriggers(tables, (tx) => sql`delete from sealed_month where month = ${month}`.execute(tx))
    expect(await faults()).toContainEqual(expect.stringMatching(`^month ${month}: its files are there`))
    await runWithoutTriggers(tables, (tx) =>
      tx
        .insertInto('sealedMonth')
        .values({ ...row, rows: 1 })
        .execute(),
    )
    expect(await faults()).toEqual([expect.stringContaining('its row was changed')])
    await runWithoutTriggers(tables, async (tx) => {
      await tx.updateTable('sealedMonth').set({ rows: row.rows }).where('month', '=', month).execute()
      await sql`update sealed_part set last_seq = last_seq + 1 where month = ${month} and no = 1`.execute(tx)
    })
    expect(await faults()).toEqual([expect.stringContaining('its parts are not those that were sealed')])
    await runWithoutTriggers(tables, (tx) =>
      sql`update sealed_part set last_seq = last_seq - 1 where month = ${month} and no = 1`.execute(tx),
    )
    expect(await faults()).toEqual([])
  })
})

it('a month with a lesson whose progress is not that of its heartbeats is not sealed', async () => {
  const month = await beginNextMonth()
  const { course } = await study()
  await beginNextMonth()
  await passTime(8 * 86_400)
  const partition = await closedPartition(month)
  const set = (by: number) =>
    sql`update lesson_progress set credited_ds = credited_ds + ${by} where sign_course_id = ${course.id}`.execute(
      all.db,
    )
  await set(-10)
  await expect(sealMonth(all, partition, small, always)).rejects.toThrow('npm run verify names it (STUDY)')
  expect(await countSealed(month)).toEqual({ months: 0, parts: 0, rows: 0 })
  await set(10)
  // The database refuses the row of the first file once it is stored.
  await sql`alter table sealed_part add constraint full_disk check (month <> ${sql.lit(month)})`.execute(all.db)
  await expect(sealMonth(all, partition, small, always)).rejects.toThrow('full_disk')
  await sql`alter table sealed_part drop constraint full_disk`.execute(all.db)
  expect(await all.db.selectFrom('file').select('id').where('name', 'like', `study_beat_${month}%`).execute()).toEqual(
    [],
  )
  expect(await sealMonth(all, partition, small, always)).toBe(true)
  expect(await faults()).toEqual([])
})

async function countSealed(month: number) {
  const { rows } = await sql<{ months: number; parts: number; rows: number }>`
    select (select count(*) from sealed_month where month = ${month})::int as months, count(*)::int as parts,
      coalesce(sum(rows), 0)::int as rows
    from sealed_part where month = ${month}`.execute(all.db)
  return rows[0] ?? { months: 0, parts: 0, rows: 0 }
}

function sealedFile(month: number) {
  return all.db
    .selectFrom('file')
    .innerJoin('sealedPart', 'sealedPart.fileId', 'file.id')
    .select(['file.id', 'storageKey', 'size', 'name'])
    .where('month', '=', month)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
