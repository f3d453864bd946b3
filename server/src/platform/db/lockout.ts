import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'

export interface LockRule {
  failures: number
  windowSeconds: number
}

export interface FailureCounter {
  hash: Buffer
  account: Buffer | null
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** `kind` separates students, staff, employers and names. */
export function hashOfAccount(kind: string, name: string): Buffer {
  return sha256(`${kind}\n${name}`)
}

export const studentAccountKind = 'student'
export function studentAccountHashSql(id: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql`sha256(convert_to(${`${studentAccountKind}\n`}::text || ${id}::text, 'UTF8'))`
}

/** `use` separates counters of different purposes. */
export function accountFailureCounter(account: Buffer, use: string): FailureCounter {
  return { hash: sha256(`${use}\n${account.toString('hex')}`), account }
}

export function addressFailureCounter(address: string): FailureCounter {
  return { hash: sha256(`address\n${address}`), account: null }
}

/** An attempt without a result after a minute is ignored, because its process ended. */
const counts = sql`(decided or at > (select app_now()) - interval '1 minute')`

/**
 * A locked counter takes no more failures, so a lock cannot be prolonged. @param which failures to read; those older
 * than two windows are ignored
 */
function lockedCounters(
  which: RawBuilder<unknown>,
  { failures, windowSeconds }: LockRule,
): RawBuilder<{ account: Buffer; left: number }> {
  const window = sql`interval '1 second' * ${windowSeconds}::int`
  return sql`(
    select account_hash as account, ceil(extract(epoch from max(at) + ${window} - app_now()))::int as left
    from (
      select counter_hash, account_hash, at, row_number() over (partition by counter_hash order by id desc) as nth
      from sign_in_failure where ${which} and ${counts} and at > (select app_now()) - 2 * ${window}) newest
    where nth <= ${failures}::int
    group by counter_hash, account_hash
    having count(*) = ${failures}::int and max(at) - min(at) < ${window} and max(at) > (select app_now()) - ${window})`
}

export function lockedAccountsSql(rule: LockRule): RawBuilder<unknown> {
  return sql`select account from ${lockedCounters(sql`account_hash is not null`, rule)} locked`
}

/** Serializes the attempts on one counter. */
export async function lockCounter(tx: Tx, { hash }: FailureCounter): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hash.readInt32BE(0)}, ${hash.readInt32BE(4)})`.execute(tx)
}

/** An attempt without a result counts as still being compared for this many seconds, so it may turn out to be right. */
const checkedWithinSeconds = 2

export interface FailureCounterState {
  count: number
  lockedSeconds: number
  /** True while the passwords of some attempts are still being compared. */
  undecided: boolean
  /** Id of the newest failure; 0 when there is none. */
  newest: number
}

export async function readFailureCounter(
  db: Db,
  { hash }: FailureCounter,
  rule: LockRule,
): Promise<FailureCounterState> {
  const own = sql`counter_hash = ${hash}`
  const { rows } = await sql<FailureCounterState>`
    select count(*) filter (where at > clock.now - interval '1 second' * ${rule.windowSeconds}::int)::int as count,
      coalesce((select locked.left from ${lockedCounters(own, rule)} locked), 0) as "lockedSeconds",
      coalesce(bool_or(not decided and at > clock.now - interval '1 second' * ${checkedWithinSeconds}::int), false) as undecided,
      coalesce(max(id), 0)::int8 as newest
    from (select app_now() as now offset 0) clock left join sign_in_failure on ${own} and ${counts}`.execute(db)
  const [state] = rows
  return state ?? { count: 0, lockedSeconds: 0, undecided: false, newest: 0 }
}

/** Returns the minutes left if a counter of the account is locked. */
export async function readAccountLock(
  db: Db,
  account: Buffer,
  rule: LockRule,
): Promise<{ failures: number; lockedMinutes: number }> {
  const own = sql`account_hash = ${account}`
  const { rows } = await sql<{ failures: number; lockedMinutes: number }>`
    select coalesce(max(count), 0)::int as failures,
      coalesce((select ceil(max(locked.left) / 60.0) from ${lockedCounters(own, rule)} locked), 0)::int as "lockedMinutes"
    from (
      select count(*) as count from sign_in_failure
      where ${own} and ${counts} and at > (select app_now()) - interval '1 second' * ${rule.windowSeconds}::int
      group by counter_hash) counter`.execute(db)
  return rows[0] ?? { failures: 0, lockedMinutes: 0 }
}

export interface AddressRule {
  windowSeconds: number
  refused: number
  everybody: number
}

export interface AddressFailureState {
  failed: number
  count: number
  /** Seconds until another attempt is allowed, when `failed` is too high. */
  secondsLeft: number
  everybody: number
}

/** Reading takes no lock, so a busy address makes nobody wait. */
export async function readAddressFailures(
  db: Db,
  { hash }: FailureCounter,
  { windowSeconds, refused, everybody }: AddressRule,
): Promise<AddressFailureState> {
  const window = sql`interval '1 second' * ${windowSeconds}::int`
  const { rows } = await sql<AddressFailureState>`
    with clock as materialized (select app_now() as now),
      own as materialized (
        select id, at, decided from sign_in_failure
        where counter_hash = ${hash} and ${counts} and at > (select now from clock) - ${window})
    select (select count(*) from own where decided)::int as failed,
      (select count(*) from own)::int as count,
      coalesce((select ceil(extract(epoch from at + ${window} - (select now from clock)))
        from own where decided order by id desc limit 1 offset ${refused - 1}), 0)::int as "secondsLeft",
      (select count(*) from (
        select from sign_in_failure where account_hash is null and decided and at > (select now from clock) - ${window}
        limit ${everybody}) one)::int as everybody`.execute(db)
  return rows[0] ?? { failed: 0, count: 0, secondsLeft: 0, everybody: 0 }
}

/** Failures are added before the password is compared. @returns the row ids in the order of the counters */
export async function addSignInFailures(db: Db, counters: FailureCounter[]): Promise<number[]> {
  const rows = await db
    .insertInto('signInFailure')
    .values(counters.map(({ hash, account }) => ({ counterHash: hash, accountHash: account })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Rows are locked in the order of ids, so that two statements cannot deadlock. */
const held = (which: RawBuilder<unknown>) => sql`select id from sign_in_failure where ${which} order by id for update`

export async function confirmSignInFailures(db: Db, ids: number[]): Promise<void> {
  await sql`update sign_in_failure set decided = true where id in (${held(sql`id = any(${ids}::int8[])`)})`.execute(db)
}

export async function removeSignInFailures(db: Db, ids: number[]): Promise<void> {
  await sql`delete from sign_in_failure where id in (${held(sql`id = any(${ids}::int8[])`)})`.execute(db)
}

export async function clearFailureCounter(db: Db, { hash }: FailureCounter): Promise<void> {
  await sql`delete from sign_in_failure where id in (${held(sql`counter_hash = ${hash}`)})`.execute(db)
}

/** Unlocks an account by deleting its failures. */
export async function clearAccountFailures(db: Db, account: Buffer): Promise<void> {
  await sql`delete from sign_in_failure where id in (${held(sql`account_hash = ${account}`)})`.execute(db)
}

/** Old failures deleted per run. */
const mostForgotten = 20_000

export async function forgetSignInFailures(db: Db, windowSeconds: number): Promise<void> {
  await sql`
    delete from sign_in_failure where id in (
      select id from sign_in_failure where at < (select app_now()) - interval '1 second' * ${2 * windowSeconds}::int
      order by id limit ${mostForgotten} for update skip locked)`.execute(db)
  /**
   * Old rows of two older tables are deleted too, because their hashes could be guessed. The next version removes these
   * tables.
   */
  await sql`
    delete from login_failure where id in (
      select id from login_failure where at < (select app_now()) - interval '1 second' * ${3 * windowSeconds}::int
      order by id limit ${mostForgotten} for update skip locked)`.execute(db)
  await sql`
    delete from staff_login_failure where id in (
      select id from staff_login_failure where at < (select app_now()) - interval '1 second' * ${3 * windowSeconds}::int
      order by id limit ${mostForgotten} for update skip locked)`.execute(db)
}
