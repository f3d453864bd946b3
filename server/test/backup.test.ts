import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type IntegrityCheckName, integrityCheckNames } from '@ce/contract/integrity-checks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { publishDailyRoot } from '../src/modules/credits/hours/service/daily-roots.ts'
import { addContentFile } from '../src/modules/file/service/content.ts'
import { checkIntegrityAtNight, integrityChecks } from '../src/modules/integrity-checks.ts'
import { writeBackup } from '../src/platform/backup/backup.ts'
import { findContent, readFileList, readManifest, tablePath } from '../src/platform/backup/manifest.ts'
import { restoreBackup } from '../src/platform/backup/restore.ts'
import { openPool } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { answerMonths, beginMonth, heartbeatMonths } from '../src/platform/db/months.ts'
import { sharePool } from '../src/platform/db/pools.ts'
import { closeDeps, type Deps, openDeps } from '../src/platform/deps.ts'
import { readEnv } from '../src/platform/env.ts'
import { createContentHash } from '../src/platform/files/content-hash.ts'
import { abandonRounds, continueRound } from '../src/platform/integrity/rounds.ts'
import { listIntegrityStates } from '../src/platform/integrity/states.ts'
import { giveLedgerHours } from './factories/hours.ts'
import { makeStudent } from './factories/student.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'
import { deps, enterTestWorld, world } from './world.ts'

const year = 2031
let folder: string
let source: OwnDatabase
let target: OwnDatabase
let backup: string
let keys: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  ;[source, target, backup, keys] = [
    await createOwnDatabase(),
    await createOwnDatabase(),
    at('backup'),
    at('kept-keys'),
  ]
  await migrate(source.pool)
  await source.pool.query(`
    insert into site_info (value) values ('{"organizer": "示例协会"}');
    insert into plan (year, title, sign_start_at, sign_end_at, study_end_at, price_fen, required_professional,
      required_public, opened_at)
    values (${year}, '测试年度', now() - interval '1 day', now() + interval '9 days', now() + interval '9 days', 0, 120, 0, now())`)
  const leave = enterTestWorld({ ...world(), databaseUrl: source.connectionString, dataDir: at('source') })
  const filled = await deps()
  const student = await makeStudent({ name: '张三丰', accepts: false })
  await giveLedgerHours(student, { year }, 60)
  await giveLedgerHours(student, { year }, 60)
  // The restore must make the partitions of this month.
  await beginMonth(source.pool, heartbeatMonths)
  await beginMonth(source.pool, answerMonths)
  await source.pool.query(`insert into study_beat (session_no, seq, at, event, position_ds, intervals, added_ds,
    credited_ds, furthest_ds, lesson_done, course_done)
    select nextval('play_session_no'), 0, now(), 'start', 0, '{}', 0, 0, 0, false, false`)
  await publishDailyRoot(filled.db)
  const cover = { purpose: 'COVER' as const, mime: 'image/svg+xml' }
  for (const name of ['one.svg', 'two.svg'])
    await addContentFile(filled, { ...cover, name, content: Buffer.from(`<svg><!-- ${name} --></svg>`) })
  const staffId = randomUUID()
  await source.pool.query(
    `insert into staff (id, username, name, password_hash, must_change_password, totp_secret)
    values ($1, 'auditor', '审计员', 'x', false, $2)`,
    [staffId, filled.keys.seal(`totp:${staffId}`, 'SECRET')],
  )
  await source.pool.query(
    `insert into upload (staff_id, name, size, chunk_size, received, purpose, parts)
    values ($1, 'a.mp4', 9, 6, 6, 'VIDEO', '{ab/part}')`,
    [staffId],
  )
  await leave()
}, 120_000)

afterAll(async () => {
  await source?.drop()
  await target?.drop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const envOf = ({ connectionString }: OwnDatabase, name: string) =>
  readEnv({ DATABASE_URL: connectionString, DATA_DIR: at(name), DEMO: '0', PORT: '0' })

describe('backup and restore', () => {
  it('a backup refuses a folder that is in use, and keys inside it', async () => {
    const env = envOf(source, 'source')
    await expect(writeBackup(env, { folder, keysFolder: null, earlier: null })).rejects.toThrow('is not empty')
    const inside = { folder: backup, keysFolder: join(backup, 'keys'), earlier: null }
    await expect(writeBackup(env, inside)).rejects.toThrow('must be apart')
  })

  it('a restored backup has the same rows, files and sequences, ends open uploads and passes every check', async () => {
    await source.pool.query(`select setval('proof_number', 41)`)
    const whole = { folder: backup, keysFolder: keys, earlier: null }
    const { manifest } = await writeBackup(envOf(source, 'source'), whole)
    expect(manifest.files.count).toBe(2)
    expect(manifest.tables.find(({ name }) => name === 'hours_ledger')?.rows).toBe(2)

    // A damaged table leaves the database empty, so that the restore can be repeated.
    const ledger = tablePath(backup, 'hours_ledger')
    const intact = await readFile(ledger)
    await writeFile(ledger, intact.subarray(0, -3))
    const env = envOf(target, 'target')
    await expect(restoreBackup(env, { folder: backup, keysFolder: keys })).rejects.toThrow('hours_ledger')
    await writeFile(ledger, intact)
    await rename(join(backup, 'manifest.json'), join(backup, 'manifest'))
    await expect(restoreBackup(env, { folder: backup, keysFolder: keys })).rejects.toThrow('no complete backup')
    await rename(join(backup, 'manifest'), join(backup, 'manifest.json'))

    // What a portal writes that starts during the restore is seen before any row is restored.
    const portal = await target.pool.connect()
    await portal.query(`begin; insert into setting (key, value) values ('a', 'null')`)
    const refused = expect(restoreBackup(env, { folder: backup, keysFolder: keys })).rejects.toThrow(
      'table setting has rows',
    )
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await target.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
    await portal.query('commit')
    await refused
    await portal.query(`delete from setting where key = 'a'`)
    portal.release()

    await restoreBackup(env, { folder: backup, keysFolder: keys })
    const rowsOf = async ({ pool }: OwnDatabase, table: string) =>
      (await pool.query(`select one::text from ${table} one order by 1`)).rows
    expect((await target.pool.query('select state, parts from upload')).rows).toEqual([
      { state: 'ABANDONED', parts: ['ab/part'] },
    ])
    for (const { name } of manifest.tables.filter((table) => table.name !== 'upload'))
      expect(await rowsOf(target, name), name).toEqual(await rowsOf(source, name))
    expect((await target.pool.query(`select nextval('proof_number')`)).rows).toEqual([{ nextval: 42 }])
    const triggers = `select count(*) from pg_trigger where not tgisinternal and tgenabled = 'D'`
    expect((await target.pool.query(triggers)).rows).toEqual([{ count: 0 }])
    expect(await withDeps((all) => checkAll(all))).toEqual({})

    await expect(restoreBackup(env, { folder: backup, keysFolder: keys })).rejects.toThrow('not empty')
  }, 120_000)

  it('a later backup links the files of an earlier one, and leaves out content that was damaged since', async () => {
    const { rows } = await source.pool.query<{ key: string }>(
      `select storage_key as key from file where name = 'two.svg'`,
    )
    const files = (name: string) => at(join(name, 'files', rows[0]?.key ?? ''))
    const intact = await readFile(files('source'))
    await writeFile(files('source'), intact.toReversed())
    const env = envOf(source, 'source')
    const linked = { folder: at('later'), keysFolder: null, earlier: backup }
    expect(await writeBackup(env, linked)).toMatchObject({ manifest: { files: { count: 2 } }, faulty: 0 })
    expect((await stat(files('later'))).ino).toBe((await stat(files('backup'))).ino)
    const log = vi.fn()
    expect(await writeBackup(env, { folder: at('copied'), keysFolder: null, earlier: null, log })).toMatchObject({
      faulty: 1,
    })
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/^file .*: its content is not what was stored/))
    await expect(stat(files('copied'))).rejects.toThrow('ENOENT')

    // A content that cannot be read does not stop the copying of the others.
    await rm(files('source'))
    await symlink(basename(files('source')), files('source'))
    const unread = { folder: at('unread'), keysFolder: null, earlier: null, log }
    expect(await writeBackup(env, unread)).toMatchObject({ manifest: { files: { count: 2 } }, faulty: 1 })
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/^file .*: its content cannot be read \(ELOOP\)/))
    await rm(files('source'))
    await writeFile(files('source'), intact)
  })

  it('a film that is known by the hashes of its parts is backed up like others', async () => {
    const find = `select sha256, storage_key as key from file where name = 'two.svg'`
    const [film] = (await source.pool.query<{ sha256: Buffer; key: string }>(find)).rows
    const change = `update file set sha256 = $1, hash_part_bytes = $2 where name = 'two.svg'`
    const hash = createContentHash(8)
    hash.update(await readFile(at(join('source/files', film?.key ?? ''))))
    await source.pool.query(change, [hash.digest(), 8])
    const options = { folder: at('parts'), keysFolder: null, earlier: null }
    expect((await writeBackup(envOf(source, 'source'), options)).faulty).toBe(0)
    await source.pool.query(change, [film?.sha256, null])
  })

  it('a backup gives no file from outside its folder', async () => {
    await mkdir(at('strange/files'), { recursive: true })
    await symlink(backup, at('strange/files/there'))
    await symlink(join(backup, 'manifest.json'), at('strange/files/link'))
    for (const key of ['there/manifest.json', 'link', 'there']) expect(await findContent(at('strange'), key)).toBeNull()
    await writeFile(at('strange/files.sha256'), `${'0'.repeat(64)}  ../manifest.json\n`)
    await expect(readFileList(at('strange')).next()).rejects.toThrow('names no file: ')
  })

  it('keys are refused inside the backup, also by way of a link or a name that begins with dots', async () => {
    await mkdir(at('real'))
    await symlink(at('real'), at('linked'))
    for (const [folder, keysFolder] of [
      [at('new'), at('new/..keys')],
      [at('real/new'), at('linked/new/keys')],
    ] as const)
      await expect(writeBackup(envOf(source, 'source'), { folder, keysFolder, earlier: null })).rejects.toThrow(
        'must be apart',
      )
  })

  it('the nightly job goes through all checks once a night', async () => {
    const ended = () => target.pool.query('select count(*)::int as n from integrity_check where ended_at is not null')
    await target.pool.query('delete from integrity_check')
    await withDeps(async (all) => {
      await checkIntegrityAtNight(all, undefined, 13)
      expect((await ended()).rows).toEqual([{ n: 0 }])
      // A check that throws does not stop the others.
      await target.pool.query('alter table hours_root rename to lost')
      await expect(checkIntegrityAtNight(all, undefined, 3)).rejects.toThrow('hours_root')
      expect((await ended()).rows).toEqual([{ n: integrityCheckNames.length - 1 }])
      await target.pool.query('alter table lost rename to hours_root')
      await checkIntegrityAtNight(all, undefined, 3)
    })
    expect((await ended()).rows).toEqual([{ n: integrityCheckNames.length }])
  })

  it('a backup of a newer version is refused', async () => {
    const manifest = join(backup, 'manifest.json')
    await expect(readManifest(manifest)).rejects.toThrow('is no complete backup: it has no manifest.json (ENOTDIR)')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, text.replace('001-platform.sql', '999-later.sql'))
    const restored = restoreBackup(envOf(target, 'target'), { folder: backup, keysFolder: keys })
    await expect(restored).rejects.toThrow('newer version than this program (it has 999-later.sql)')
    await writeFile(manifest, text)
  })
})

/** Runs all checks as a nightly job does and returns the faults of those that found some. */
async function checkAll(
  all: Deps,
  names: readonly IntegrityCheckName[] = integrityCheckNames,
): Promise<Partial<Record<IntegrityCheckName, string[]>>> {
  await abandonRounds(all.db, names)
  for (const name of names) await continueRound(all, name, integrityChecks[name])
  const states = await listIntegrityStates(all.db)
  return Object.fromEntries(states.flatMap(({ name, faults }) => (faults.length > 0 ? [[name, faults]] : [])))
}

async function withDeps<Result>(work: (all: Deps) => Promise<Result>): Promise<Result> {
  const pool = openPool({ connectionString: target.connectionString }, 6)
  const all = await openDeps(envOf(target, 'target'), sharePool(pool))
  return work(all).finally(() => closeDeps(all))
}

async function keyOf(db: Deps['db'], name: string): Promise<string> {
  const row = await db.selectFrom('file').select('storageKey').where('name', '=', name).executeTakeFirstOrThrow()
  return row.storageKey
}

const alteredProof = `update proof set snapshot = jsonb_set(snapshot, '{employer}', '"另一家药房"')`
const changed = (table: string, change: string) => () =>
  target.pool.query(`alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user`)
const lostDay = changed(
  'hours_root',
  `alter table hours_leaf drop constraint hours_leaf_day_fkey; delete from hours_root;
  alter table hours_leaf add constraint hours_leaf_day_fkey foreign key (day) references hours_root (day) not valid`,
)
const numberAhead = `insert into audit_log (id, actor, action, subject) overriding system value
  values (999999, 'system', 'test', 'test')`

describe('checks of a database that has lost something', () => {
  it.each<[what: string, check: IntegrityCheckName, fault: RegExp, lose: (all: Deps) => Promise<unknown>]>([
    [
      'a missing file',
      'FILES',
      /^file .* \(COVER, .*its content is missing$/,
      async ({ db, files }) => files.remove(await keyOf(db, 'one.svg')),
    ],
    [
      'a changed file',
      'FILES',
      /SHA-256 differs/,
      async ({ db, files }) => files.put(await keyOf(db, 'two.svg'), Buffer.from('<svg><!-- TWO.svg --></svg>')),
    ],
    [
      'a missing row of the ledger',
      'LEDGER',
      /the chain ends at 1, its head says 2$/,
      changed('hours_ledger', 'delete from hours_ledger where seq = 2'),
    ],
    ['a proof of more hours than the ledger has', 'PROOFS', /prints 12 hours, the ledger has 6$/, async () => {}],
    [
      'an altered proof',
      'PROOFS',
      /printed and signed fields differ: employer$/,
      () => target.pool.query(alteredProof),
    ],
    [
      'a missing referenced row',
      'REFERENCES',
      /^1 rows of hours_leaf name rows that hours_root lacks \(day\)$/,
      lostDay,
    ],
    [
      'a sequence that is behind its table',
      'SEQUENCES',
      /^sequence audit_log_id_seq stands at \d+, audit_log already has 999999$/,
      () => target.pool.query(numberAhead),
    ],
    [
      'a missing key',
      'KEYS',
      /lacks keys that this database was used with: proof key/,
      ({ env }) => rm(join(env.keysDir, 'proof-ed25519.pem')),
    ],
  ])('a check finds %s', async (_what, check, fault, lose) => {
    const found = await withDeps(async (all) => {
      await lose(all)
      return checkAll(all, [check])
    })
    expect(found[check]).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
  })
})
