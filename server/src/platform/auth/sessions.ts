import { setTimeout } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { GroupCommit, type Outcome } from '../db/group-commit.ts'
import { type Listener, listenTo } from '../db/listener.ts'
import { refuse } from '../errors.ts'
import type { SettingsReader } from '../settings.ts'
import { endSessions, issueSession, type Which, writeUnlessReadOnly } from './session-tables.ts'
import { hashToken, tokenOf } from './tokens.ts'
import { findUnaccepted, type UnacceptedText } from './unaccepted-texts.ts'

/** Who asks, as every service receives it. */
export interface StudentActor {
  studentId: string
  /** hex; names the session without being able to open it */
  tokenHash: string
  /** the texts in force that must be accepted first; none: everything is open */
  unaccepted?: readonly UnacceptedText[] | undefined
}

interface Found {
  studentId: string
  unaccepted: readonly UnacceptedText[] | undefined
}

interface Cached {
  studentId: string
  /** when the table was asked, by this process's monotonic clock */
  checkedAt: number
}

const channel = 'session_revoked'
/** bound on a missed notification */
const cacheMs = 10_000
/** how long a revocation waits for its own echo, and then for the slower ones */
const echoMs = 250
const momentMs = 20

/** an active session's last sign of life is written so seldom */
const seenEvery = "interval '5 minutes'"
/** A session ends by itself: unused for two hours at least – what was not written yet and what the cache answered are added –, or seven days old. */
const idleEnd = `session.seen_at + interval '2 hours' + ${seenEvery} + interval '${cacheMs} milliseconds'`
const hardEnd = `session.created_at + interval '7 days'`

/**
 * SQL: whether a row of `session` has not ended by itself. Neither end falls into an exam: while an attempt runs, and until its answers can no longer
 * be handed in, a session that was open when it began stays open. A `case`, so that attempts are looked for only where a session would be over.
 * @param sealedSeconds how long after the bell sealed answers are taken
 */
const openSql = (now: string, sealedSeconds: string) => `
  case when ${now} < least(${idleEnd}, ${hardEnd}) then true
    else (
      select min(attempt.started_at) from attempt
      where attempt.student_id = session.student_id and attempt.started_at <= ${now}
        and (attempt.submitted_at is null or attempt.submitted_by = 'DEADLINE')
        and ${now} <= attempt.deadline + interval '1 second' * ${sealedSeconds} + exam_given_back(attempt.id, attempt.deadline)
        and attempt.started_at < least(${idleEnd}, ${hardEnd})
    ) is not null end`

/** The same in a query of a module's. */
export const sessionIsOpen = (sealedSeconds: number) =>
  sql<SqlBool>`${sql.raw(openSql('app_now()', String(sealedSeconds)))}`

/** `num_nulls`: else all open sessions are read (decision 037). `materialized`: clock and texts are looked up once, not for each session */
const findSql = `
  with clock as materialized (select app_now() as now),
  in_force as materialized (select array(select id from texts_in_force(shanghai_date(now))) as ids from clock)
  select token_hash, student_id, now - seen_at > ${seenEvery} as stale, accepted_texts @> in_force.ids as accepted
  from session, clock, in_force
  where token_hash = any($1::bytea[]) and num_nulls(revoked_at) = 1 and ${openSql('clock.now', '$2')}`

/** one that another process is just writing is seen by that */
const seenSql = `
  update session set seen_at = app_now() where token_hash in (
    select token_hash from session where token_hash = any($1::bytea[]) for update skip locked)`

interface Row {
  token_hash: Buffer
  student_id: string
  stale: boolean
  accepted: boolean
}

/** two statements under way at a time: while one is answered, who comes next is gathered */
const lanes = 2

/** The opaque tokens of product §3: random, stored hashed, revocable at once on every process. */
export class Sessions {
  readonly #pool: pg.Pool
  readonly #settings: SettingsReader
  readonly #cache = new LRUCache<string, Cached>({ max: 50_000 })
  #listener: Listener | null = null
  /** grows with every revocation heard: what was read before one is not cached after it */
  #heard = 0
  #asked = 0
  /** the last revocations heard, and who waits here for one of their own to come back */
  readonly #echoes = new LRUCache<string, true>({ max: 1000 })
  readonly #awaited = new Map<string, () => void>()
  /** a hall that begins at nine is looked up together; null: no such session, or it is over */
  readonly #lookUps = new GroupCommit<Buffer, Found | null>((hashes) => this.#load(hashes), {
    name: 'session look-up',
    lanes,
  })

  constructor(pool: pg.Pool, settings: SettingsReader) {
    this.#pool = pool
    this.#settings = settings
  }

  /** how many sessions this process knows without asking */
  get cached(): number {
    return this.#cache.size
  }

  /** Starts hearing revocations made by other processes. Until it hears, nothing is cached. */
  async listen(): Promise<void> {
    this.#listener = await listenTo(this.#pool, channel, {
      told: (key) => {
        this.#heard += 1
        this.#cache.delete(key)
        this.#echoes.set(key, true)
        this.#awaited.get(key)?.()
      },
      missed: () => {
        this.#heard += 1
        this.#cache.clear()
      },
    })
  }

  async close(): Promise<void> {
    await this.#listener?.close()
  }

  /** A new session; the token is shown to its owner once and never kept. */
  issue(db: Db, studentId: string): Promise<string> {
    return issueSession(db, 'session', studentId)
  }

  /** The student behind an Authorization header, bare or after `Bearer `. @throws 401 common.unauthorized */
  async require(header: string | undefined): Promise<StudentActor> {
    const token = tokenOf(header)
    if (!token) return refuse('common.unauthorized')
    return this.#find(hashToken(token))
  }

  /** The student of a session that is known by its hash only. @throws 401 common.unauthorized when it is over */
  async requireByHash(tokenHash: string): Promise<StudentActor> {
    return this.#find(Buffer.from(tokenHash, 'hex'))
  }

  async #find(tokenHash: Buffer): Promise<StudentActor> {
    const key = tokenHash.toString('hex')
    const hit = this.#cache.get(key)
    if (hit && performance.now() - hit.checkedAt < cacheMs)
      return { studentId: hit.studentId, tokenHash: key }
    this.#asked += 1
    // each by itself: calls of one page need not wait for one another
    const found = await this.#lookUps.submit(String(this.#asked), tokenHash)
    return found ? { ...found, tokenHash: key } : refuse('common.unauthorized')
  }

  async #load(hashes: Buffer[]): Promise<Outcome<Found | null>[]> {
    const heard = this.#heard
    const { rows } = await this.#pool.query<Row>({
      name: 'session',
      text: findSql,
      values: [hashes, await this.#settings.get('exam.sealedSeconds')],
    })
    const stale = rows.filter((row) => row.stale).map((row) => row.token_hash)
    if (stale.length > 0) await writeUnlessReadOnly(this.#pool, seenSql, stale)
    const unknown = rows.filter((row) => !row.accepted).map((row) => row.token_hash)
    const unaccepted = await findUnaccepted(this.#pool, unknown)
    const found = new Map(
      rows.map(({ token_hash, student_id: studentId }) => {
        const key = token_hash.toString('hex')
        return [key, { studentId, unaccepted: unaccepted.get(key) }]
      }),
    )
    const checkedAt = performance.now()
    if (this.#listener?.hears && heard === this.#heard)
      // an acceptance counts with the next call, on every process
      for (const [key, { studentId, unaccepted }] of found)
        if (!unaccepted) this.#cache.set(key, { studentId, checkedAt })
    return hashes.map((hash) => ({ result: found.get(hash.toString('hex')) ?? null }))
  }

  /**
   * Ends sessions of a student: one, or all but one. Part of the caller's transaction, heard at its commit.
   * @returns what ended, for `spread` after that commit
   */
  async revoke(db: Db, studentId: string, which: Which): Promise<string[]> {
    const ended = await endSessions(db, 'session', studentId, which)
    for (const key of ended) {
      this.#heard += 1
      this.#cache.delete(key)
      await sql`select pg_notify(${channel}, ${key})`.execute(db)
    }
    return ended
  }

  /**
   * Resolves when the other processes have heard, too: they are told at the same commit as we are, so our own echo
   * and a moment more is the sign. Without a listener it is a moment only: the cache's ten seconds bound the rest.
   */
  async spread(ended: string[]): Promise<void> {
    const last = ended.at(-1)
    if (!last) return
    if (!this.#echoes.has(last)) {
      const echo = new Promise<void>((resolve) => this.#awaited.set(last, resolve))
      await Promise.race([echo, setTimeout(echoMs)])
      this.#awaited.delete(last)
    }
    await setTimeout(momentMs)
  }
}

/** A job: sessions nobody can use any more (idle, too old or revoked) are kept for a week, then forgotten. */
export async function forgetDeadSessions(db: Db): Promise<void> {
  await sql`
    with old as (
      select token_hash from session where created_at < (select app_now()) - interval '14 days'
      for update skip locked)
    delete from session using old where session.token_hash = old.token_hash`.execute(db)
}
