import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/** When wrong passwords lock a counter, and for how long. */
export interface LockRule {
  failures: number
  windowSeconds: number
}

/** What failures are counted under. */
export interface Counter {
  hash: Buffer
  /** the account it belongs to; null for an address */
  account: Buffer | null
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** What the table knows an account by, or a name that is nobody's. `kind` keeps the three sorts of accounts, and names, apart. */
export function hashOfAccount(kind: string, name: string): Buffer {
  return sha256(`${kind}\n${name}`)
}

/** The same of a student's id, in SQL: `hashOfAccount(studentAccount, id)`. */
export const studentAccount = 'student'
export function studentAccountInSql(id: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql`sha256(convert_to(${`${studentAccount}\n`}::text || ${id}::text, 'UTF8'))`
}

/** A counter of an account. `use`: what for, so that no two uses count together. */
export function counterOf(account: Buffer, use: string): Counter {
  return { hash: sha256(`${use}\n${account.toString('hex')}`), account }
}

/** The counter of an address, over all accounts. */
export function counterOfAddress(address: string): Counter {
  return { hash: sha256(`address\n${address}`), account: null }
}

/**
 * What counts: the attempts known to be wrong, and those under way. One that got no answer within a minute, because the process or its
 * database went away, told nobody anything.
 */
const counts = sql`(decided or at > (select app_now()) - interval '1 minute')`

/**
 * The counters that are locked, each with its account and the seconds left. A counter's newest failures lie within the window, and
 * the last of them locks for as long again. A locked counter takes no further failures, so none can keep it locked.
 * @param which of the failures to look at; none is looked at that is older than two windows
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

/** The accounts with a locked counter, as a query. */
export function lockedAccounts(rule: LockRule): RawBuilder<unknown> {
  return sql`select account from ${lockedCounters(sql`account_hash is not null`, rule)} locked`
}

/** Attempts on one counter go one after the other until the transaction ends. */
export async function lockCounter(tx: Tx, { hash }: Counter): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hash.readInt32BE(0)}, ${hash.readInt32BE(4)})`.execute(
    tx,
  )
}

/** Attempts this young may still turn out to be right. */
const checkedWithinSeconds = 2

export interface CounterState {
  /** within the window */
  count: number
  /** 0: it is open */
  lockedSeconds: number
  /** some of them are still being compared */
  undecided: boolean
  /** the last one's; 0: there is none */
  newest: number
}

/** How many failures a counter has, and whether they lock it. */
export async function readCounter(
  db: Db,
  { hash }: Counter,
  rule: LockRule,
): Promise<CounterState> {
  const own = sql`counter_hash = ${hash}`
  const { rows } = await sql<CounterState>`
    select count(*) filter (where at > clock.now - interval '1 second' * ${rule.windowSeconds}::int)::int as count,
      coalesce((select locked.left from ${lockedCounters(own, rule)} locked), 0) as "lockedSeconds",
      coalesce(bool_or(not decided and at > clock.now - interval '1 second' * ${checkedWithinSeconds}::int), false) as undecided,
      coalesce(max(id), 0)::int8 as newest
    from (select app_now() as now offset 0) clock left join sign_in_failure on ${own} and ${counts}`.execute(
    db,
  )
  const [state] = rows
  return state ?? { count: 0, lockedSeconds: 0, undecided: false, newest: 0 }
}

/** How near an account is to a lock: the most failures of one of its counters, and the minutes left when one is locked. */
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

/** When the failures from one address are too many, over all accounts; and those of the whole portal. */
export interface AddressRule {
  windowSeconds: number
  refused: number
  /** counted no further than this */
  everybody: number
}

export interface AddressState {
  /** known to be wrong */
  failed: number
  /** with those still being compared */
  count: number
  /** until one more may be tried; only when `failed` is too many */
  secondsLeft: number
  /** wrong passwords at the whole portal */
  everybody: number
}

/** How many wrong passwords came from an address. Takes no lock: nobody waits for a busy address. */
export async function readAddress(
  db: Db,
  { hash }: Counter,
  { windowSeconds, refused, everybody }: AddressRule,
): Promise<AddressState> {
  const window = sql`interval '1 second' * ${windowSeconds}::int`
  const { rows } = await sql<AddressState>`
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

/** Counts an attempt before it is compared, under each of these. @returns the rows' ids, in the order of the counters */
export async function addFailures(db: Db, counters: Counter[]): Promise<number[]> {
  const rows = await db
    .insertInto('signInFailure')
    .values(counters.map(({ hash, account }) => ({ counterHash: hash, accountHash: account })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The rows of a condition, locked in the order of their ids: no two statements here can wait for each other. */
const held = (which: RawBuilder<unknown>) =>
  sql`select id from sign_in_failure where ${which} order by id for update`

/** The attempt was wrong. */
export async function decideFailures(db: Db, ids: number[]): Promise<void> {
  await sql`update sign_in_failure set decided = true where id in (${held(sql`id = any(${ids}::int8[])`)})`.execute(
    db,
  )
}

/** As if that attempt had not been made. */
export async function removeFailures(db: Db, ids: number[]): Promise<void> {
  await sql`delete from sign_in_failure where id in (${held(sql`id = any(${ids}::int8[])`)})`.execute(
    db,
  )
}

/** After the right password: the next wrong one is the first. */
export async function clearCounter(db: Db, { hash }: Counter): Promise<void> {
  await sql`delete from sign_in_failure where id in (${held(sql`counter_hash = ${hash}`)})`.execute(
    db,
  )
}

/** Forgets every failure at an account, whoever made it: a lock opens. */
export async function clearAccount(db: Db, account: Buffer): Promise<void> {
  await sql`delete from sign_in_failure where id in (${held(sql`account_hash = ${account}`)})`.execute(
    db,
  )
}

/** so many at a time: a run is over in a moment */
const mostForgotten = 20_000

/** Those that no window of the rule can reach any more. */
export async function forgetFailures(db: Db, windowSeconds: number): Promise<void> {
  await sql`
    delete from sign_in_failure where id in (
      select id from sign_in_failure where at < (select app_now()) - interval '1 second' * ${2 * windowSeconds}::int
      order by id limit ${mostForgotten} for update skip locked)`.execute(db)
  // those of the version before, which may still run during an update: its hashes could be guessed, and its tables go with the next version
  await sql`
    delete from login_failure where id in (
      select id from login_failure where at < (select app_now()) - interval '1 second' * ${3 * windowSeconds}::int
      order by id limit ${mostForgotten} for update skip locked)`.execute(db)
  await sql`
    delete from staff_login_failure where id in (
      select id from staff_login_failure where at < (select app_now()) - interval '1 second' * ${3 * windowSeconds}::int
      order by id limit ${mostForgotten} for update skip locked)`.execute(db)
}
