import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { createOwnDatabase, type OwnDatabase } from '../../../../test/own-database.ts'
import { deps, enterTestWorld, runWithoutTriggers, world } from '../../../../test/world.ts'
import { writeBackup } from '../../../platform/backup/backup.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import {
  beginMonth,
  emptyPartition,
  heartbeatMonths,
  listClosedPartitions,
  makePartition,
} from '../../../platform/db/months.ts'
import type { Deps } from '../../../platform/deps.ts'
import { readEnv } from '../../../platform/env.ts'
import { openParquet } from '../../../platform/files/parquet.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import { SettingsReader, writeSetting } from '../../../platform/settings.ts'
import { publishDailyRoot } from '../../credits/hours/service/daily-roots.ts'
import { integrityChecks } from '../../integrity-checks.ts'
import { sealOldMonths } from './service/seal-months.ts'

const month = 2601
const first = month * 1e12
const rows = 50_000
const beatsOfSession = 40
const sizes = { part: 20_000 }

let folder: string
let own: OwnDatabase
let all: Deps
let leave: () => Promise<void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-'))
  own = await createOwnDatabase()
  await migrate(own.pool)
  await makePartition(own.pool, heartbeatMonths, month)
  await own.pool.query(`create sequence test_year start 2040;
    insert into study_beat (session_no, seq, at, event, position_ds, intervals, added_ds, credited_ds, furthest_ds,
      lesson_done, course_done)
    select ${first} + n / ${beatsOfSession}, n % ${beatsOfSession}, now(), 'beat', 0, '{}', 0, n % ${beatsOfSession}, 0,
      false, false
    from generate_series(0, ${rows - 1}) n`)
  leave = enterTestWorld({ ...world(), databaseUrl: own.connectionString, dataDir: folder })
  all = await deps()
  const { student, courses } = await makeSign({ student: await makeStudent({ accepts: false }) })
  // The last session of the month began 300 days ago.
  await own.pool.query(
    `insert into play_session (no, student_id, id, sign_course_id, lesson_id, round, opened_at)
    values ($1, $2, gen_random_uuid(), $3, $4, 9, app_now() - interval '300 days')`,
    [first + rows / beatsOfSession - 1, student.id, courses[0]?.id, courses[0]?.lessonIds[0]],
  )
  await own.pool.query(`insert into lesson_progress (sign_course_id, lesson_id, round, credited_ds)
    select sign_course_id, lesson_id, round, ${beatsOfSession - 1} from play_session`)
  await beginMonth(own.pool, heartbeatMonths)
}, 120_000)

afterAll(async () => {
  await leave?.()
  await own?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function one(query: string): Promise<unknown> {
  const { rows } = await own.pool.query({ text: query, rowMode: 'array' })
  return rows[0]?.[0]
}

const rowsInTable = () => one('select count(*)::int from study_beat')

it('a month is sealed when its rows have stayed as long as staff have set', async () => {
  await sealOldMonths(all, undefined, sizes)
  expect(await one('select count(*)::int from sealed_part')).toBe(0)
  await inTransaction(all.db, (tx) => writeSetting(tx, 'study.heartbeatRowDays', 299))
  const told = { ...all, settings: new SettingsReader(all.db) }
  // A run ends after half a minute, and the next one goes on.
  for (let run = 0; run < 5; run += 1) await sealOldMonths(told, undefined, sizes)
  expect(await one('select count(*)::int from sealed_part')).toBe(3)
  expect(await one('select rows::int from sealed_month')).toBe(rows)
  expect(await one(`select closed_by || ' ' || sealed_ds from play_session`)).toBe(`END ${beatsOfSession - 1}`)
  expect(await one('select count(*)::int from sweep_failure')).toBe(0)
})

it('a session is read from few rows and bytes of its file', async () => {
  const { rows: parts } = await own.pool.query<{ key: string; size: number }>(
    'select storage_key as key, size from sealed_part join file on file.id = file_id order by no',
  )
  const [part] = parts
  if (!part) throw new Error('no part')
  let bytes = 0
  const counting: FileStore = {
    ...all.files,
    read: (key, range) => {
      bytes += range.end - range.start + 1
      return all.files.read(key, range)
    },
  }
  const file = await openParquet(counting, part)
  const ends = bytes
  const found = []
  for await (const group of file.readGroups(['session_no', 'seq'], {
    column: 'session_no',
    values: [BigInt(first + 7)],
  }))
    found.push(group)
  expect(found.map((group) => group.length)).toEqual([2500])
  expect(found.flat().filter(({ session_no }) => session_no === BigInt(first + 7))).toHaveLength(beatsOfSession)
  expect(bytes - ends).toBeLessThan(part.size / 8)
})

it('rows stay for two hours, and a backup that began before they go still has them', async () => {
  await sealOldMonths(all, undefined, sizes)
  expect(await rowsInTable()).toBe(rows)
  const [partition] = (await listClosedPartitions(own.pool, heartbeatMonths)).filter((found) => found.month === month)
  if (!partition) throw new Error('no partition')
  let emptied: Promise<unknown> | undefined
  const { manifest } = await writeBackup(
    readEnv({ DATABASE_URL: own.connectionString, DATA_DIR: folder, DEMO: '0', PORT: '0' }),
    {
      ...{ folder: join(folder, 'backup'), keysFolder: null, earlier: null },
      log: () => {
        // From the first table on, which comes long before the heartbeats.
        emptied ??= emptyPartition(own.pool, partition).catch((error: Error) => error.message)
      },
    },
  )
  expect([undefined, 'canceling statement due to lock timeout']).toContain(await emptied)
  expect(manifest.tables.find(({ name }) => name === 'study_beat')?.rows).toBe(rows)
  expect(manifest.tables.find(({ name }) => name === 'sealed_part')?.rows).toBe(3)
  await sealOldMonths(all, undefined, { ...sizes, wait: 0 })
  expect(await rowsInTable()).toBe(0)
  expect(await one('select count(*)::int from sweep_failure')).toBe(0)
})

it('the tree of the ledger proves sealed months, and counts the chains of students alone', async () => {
  await publishDailyRoot(all.db)
  expect(await one(`select heads || ' ' || entries from hours_root`)).toBe('0 0')
  expect(await one('select seq from hours_leaf')).toBe(1)
  const check = () => integrityChecks.DAILY_ROOTS(all, null)
  expect((await check()).faults).toEqual([])
  await runWithoutTriggers(['sealed_month'], (tx) =>
    tx
      .updateTable('sealedMonth')
      .set({ hash: Buffer.alloc(32) })
      .execute(),
  )
  expect((await check()).faults).toEqual([expect.stringMatching(/: row 1 of sealed_month is not what was sealed$/)])
})
