import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOwnDatabase, type OwnDatabase } from '../../../test/own-database.ts'
import { migrate } from './migrate.ts'
import { answerMonths, beginMonth, heartbeatMonths } from './months.ts'

let own: OwnDatabase
beforeEach(async () => {
  own = await createOwnDatabase()
})
afterEach(() => own.drop())

const beat = (no: string, seq: number) => `insert into study_beat (session_no, seq, at, event, position_ds, intervals,
  added_ds, credited_ds, furthest_ds, lesson_done, course_done) values (${no}, ${seq}, now(), 'beat', 0, '{}', 0, 0, 0,
  false, false)`
const begin = () => beginMonth(own.pool, heartbeatMonths)
const setClock = (at: string) =>
  own.pool.query(`alter table app_clock disable trigger user; update app_clock set shift = '${at}' - now()`)
const partitions = async () => {
  const { rows } = await own.pool.query(
    `select tableoid::regclass::text || ' ' || session_no || ' ' || seq as row from study_beat order by 1`,
  )
  return rows.map(({ row }) => row)
}

it('heartbeats of before and those that come while the table becomes partitioned are kept', async () => {
  await migrate(own.pool, '113')
  await own.pool.query(beat(`generate_series(1, 20000)`, 0).replace(/values \((.*)\)$/s, 'select $1'))
  let done = false
  let sent = 0
  const writing = (async () => {
    const writer = await own.pool.connect()
    await writer.query(`set statement_timeout = '5s'`)
    for (; !done; sent += 1) await writer.query({ name: 'beat', text: beat('$1', 1), values: [sent + 1] })
    writer.release(true)
  })()
  await migrate(own.pool)
  done = true
  await writing
  const { rows } = await own.pool.query(`
    select tableoid::regclass::text as part, count(*) from study_beat group by 1`)
  expect(rows).toEqual([{ part: 'study_beat_first', count: 20_000 + sent }])
  await expect(own.pool.query('update study_beat set added_ds = 1 where session_no = 1')).rejects.toThrow('append-only')
})

it('a month begins with its partition, and the numbers of sessions follow', async () => {
  await migrate(own.pool)
  await own.pool.query(beat(`nextval('play_session_no')`, 0))
  await setClock('2026-11-30 15:59:00+00')
  await Promise.all([begin(), begin(), begin()])
  await own.pool.query(beat(`nextval('play_session_no')`, 0))
  // In Shanghai December begins now.
  await setClock('2026-11-30 16:00:00+00')
  // A session that got its number in November goes on in the partition of November.
  await own.pool.query(beat('2611000000000000', 1))
  await Promise.all([begin(), begin()])
  await own.pool.query(beat(`nextval('play_session_no')`, 0))
  await setClock('2026-11-01 00:00:00+00')
  await begin()
  await own.pool.query(beat(`nextval('play_session_no')`, 0))
  await setClock('2027-01-31 00:00:00+00')
  await begin()
  await own.pool.query(beat(`nextval('play_session_no')`, 0))
  // A backup may have read the sequence in a month whose partition it did not see.
  await own.pool.query(`create table restored as select * from study_beat where session_no >= 2701000000000000;
    drop table study_beat_2701`)
  await begin()
  await own.pool.query('insert into study_beat select * from restored')
  expect(await partitions()).toEqual([
    'study_beat_2611 2611000000000000 0',
    'study_beat_2611 2611000000000000 1',
    'study_beat_2612 2612000000000000 0',
    'study_beat_2612 2612000000000001 0',
    'study_beat_2701 2701000000000000 0',
    'study_beat_first 1 0',
  ])
  await expect(own.pool.query('update study_beat set added_ds = 1')).rejects.toThrow('append-only')
  await expect(own.pool.query(beat('2611000000000000', 1))).rejects.toThrow('duplicate key')
})

it('saved answers of before are kept, and later exams get the partition of their month', async () => {
  await migrate(own.pool, '114')
  await own.pool.query(`alter table attempt drop constraint attempt_paper,
    drop constraint attempt_sign_course_id_student_id_fkey`)
  await own.pool.query(saveOne, ['00000000-0000-4000-8000-000000000001'])
  await migrate(own.pool)
  // A start that was killed after the last step does all steps again.
  await own.pool.query(`delete from migration where name ~ '^11[45]'`)
  await migrate(own.pool)
  await setClock('2026-11-30 16:00:00+00')
  await beginMonth(own.pool, answerMonths)
  const saveLater = saveOne
    .replace('(attempt_id', '(log_no, attempt_id')
    .replace('select id', 'select log_no, id')
    .replace('returning id', 'returning id, log_no')
  await own.pool.query(saveLater, ['00000000-0000-4000-8000-000000000002'])
  const { rows } = await own.pool.query(
    'select tableoid::regclass::text as part, log_no as "logNo" from answer_log order by log_no',
  )
  expect(rows).toEqual([
    { part: 'answer_log_first', logNo: 0 },
    { part: 'answer_log_2612', logNo: 2_612_000_000_000_000 },
  ])
  await expect(own.pool.query('delete from answer_log where log_no > 1000')).rejects.toThrow('append-only')
  await expect(own.pool.query('insert into answer_log select * from answer_log')).rejects.toThrow('duplicate key')
})

const saveOne = `
  with made as (
    insert into attempt (id, sign_course_id, student_id, round, no, attempts_left, mode, consent_version, total_points,
      pass_mark, started_at, deadline, log_hash)
    values ($1, gen_random_uuid(), gen_random_uuid(), 1, 1, 0, 'MANUAL', '', 100, 60, now(), now(), '') returning id)
  insert into answer_log (attempt_id, seq, kind, content_hash, answers, hash, at)
  select id, 1, 'SAVE', '', '{}', '', now() from made`

it('a busy table delays a month, and sessions go on in the month before', async () => {
  await migrate(own.pool)
  const other = await own.pool.connect()
  await other.query('begin; lock table study_beat in share mode')
  await expect(begin()).rejects.toThrow('lock timeout')
  await other.query('rollback')
  other.release()
  await own.pool.query(beat(`nextval('play_session_no')`, 0))
  expect(await partitions()).toEqual(['study_beat_first 1 0'])
})
