import { setTimeout } from 'node:timers/promises'
import type { Permission } from '@ce/contract'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { writeUnlessReadOnly } from '../db/connection-lost.ts'
import type { Db } from '../db/database.ts'
import { type CommitOutcome, GroupCommit } from '../db/group-commit.ts'
import { type DatabaseListener, openDatabaseListener } from '../db/listener.ts'
import { preparedQuery } from '../db/prepared.ts'
import { refuse } from '../errors.ts'
import type { SettingsReader } from '../settings.ts'
import { createToken, hashToken, readToken } from './tokens.ts'
import type { UnacceptedText } from './unaccepted-texts.ts'

interface Actor {
  /** The hash identifies the session but cannot be used as a token. */
  tokenHash: string
}

/** The student that asks, as every service receives it. */
export interface StudentActor extends Actor {
  studentId: string
  /** Undefined when no agreement or privacy text waits for acceptance. */
  unaccepted?: readonly UnacceptedText[] | undefined
}

/** The member of staff that asks. */
export interface StaffActor extends Actor {
  staffId: string
  username: string
  name: string
  permissions: ReadonlySet<Permission>
}

/** The employer that asks. */
export interface OrganisationActor extends Actor {
  organisationId: string
  name: string
  creditCode: string
  mustChangePassword: boolean
}

/** The columns that are read for every open session. Each kind of session adds columns of its owner. */
export interface SessionRow {
  token_hash: Buffer
  /** True when the time of the last use must be written again. */
  stale: boolean
}

/** How the sessions of students, staff and employers differ. */
export interface SessionKind<Who extends Actor, Row extends SessionRow = SessionRow> {
  table: 'session' | 'staff_session' | 'organisation_session'
  owner: 'student_id' | 'staff_id' | 'organisation_id'
  /** Reads open sessions of the hashes $1; $2 is the setting. */
  findSql: string
  setting: 'exam.sealedSeconds' | 'staff.idleSeconds' | 'organisation.idleSeconds'
  /** The database channel that announces ended sessions. null: a process does not cache sessions of this kind. */
  channel: string | null
  /** Whether the newest session of an owner is kept: it shows when the owner was last here. */
  keepsNewest: boolean
  /** SQL that starts with `from`: the rows that record password changes by the owner. */
  passwordChanges(ownerId: string): RawBuilder<unknown>
  toActors(pool: pg.Pool, rows: Row[]): Promise<Who[]>
}

interface Which {
  only?: string
  except?: string
}

interface Cached<Who> {
  actor: Who
  checkedAt: number
}

/** Milliseconds for which a session is cached, even if the notification of its end is missed. */
export const sessionCacheMs = 10_000
/** Milliseconds to wait for our own database notification, and then for slower processes. */
const echoMs = 250
const momentMs = 20
/**
 * Number of session look-ups that run at once, doubled while some of them hang. Later requests wait and share the next
 * look-up.
 */
const lanes = 2

/**
 * The sessions of one kind of owner, in a table of their own. Tokens are opaque, stored hashed, and revocable at once
 * on every process (docs/rules/accounts.md#sessions).
 */
export class Sessions<Who extends Actor> {
  readonly #pool: pg.Pool
  readonly #settings: SettingsReader
  readonly #kind: SessionKind<Who>
  readonly #cache = new LRUCache<string, Cached<Who>>({ max: 50_000 })
  #listener: DatabaseListener | null = null
  /** A session read before a revocation must not be cached after it. */
  #heard = 0
  #asked = 0
  /** The last notifications received, and the callers that wait for their own notification. */
  readonly #echoes = new LRUCache<string, true>({ max: 1000 })
  readonly #awaited = new Map<string, () => void>()
  /** The result is null when there is no such session or it has ended. */
  readonly #lookUps: GroupCommit<Buffer, Who | null>

  constructor(pool: pg.Pool, settings: SettingsReader, kind: SessionKind<Who>) {
    this.#pool = pool
    this.#settings = settings
    this.#kind = kind
    this.#lookUps = new GroupCommit((hashes) => this.#load(hashes), {
      name: `${kind.table.replace('_', ' ')} look-up`,
      lanes,
      spare: lanes,
    })
  }

  get cached(): number {
    return this.#cache.size
  }

  /** Sessions are cached only while the listener is connected. */
  async listen(): Promise<void> {
    const { channel } = this.#kind
    if (!channel) return
    this.#listener = await openDatabaseListener(this.#pool, channel, {
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

  async issue(db: Db, ownerId: string): Promise<string> {
    const { table, owner } = this.#kind
    const token = createToken()
    await sql`
      insert into ${sql.table(table)} (token_hash, ${sql.ref(owner)})
      values (${hashToken(token)}, ${ownerId})`.execute(db)
    return token
  }

  /** Finds who sent an Authorization header, with or without `Bearer `. @throws 401 common.unauthorized */
  async require(header: string | undefined): Promise<Who> {
    const token = readToken(header)
    if (!token) return refuse('common.unauthorized')
    return this.#find(hashToken(token))
  }

  /**
   * Finds the owner of a session that is known only by its hash.
   * @throws 401 common.unauthorized
   */
  async requireByHash(tokenHash: string): Promise<Who> {
    return this.#find(Buffer.from(tokenHash, 'hex'))
  }

  async #find(tokenHash: Buffer): Promise<Who> {
    const hit = this.#cache.get(tokenHash.toString('hex'))
    if (hit && performance.now() - hit.checkedAt < sessionCacheMs) return hit.actor
    this.#asked += 1
    // Each call gets its own queue, so calls of one page do not wait for each other.
    const found = await this.#lookUps.submit(String(this.#asked), tokenHash)
    return found ?? refuse('common.unauthorized')
  }

  async #load(hashes: Buffer[]): Promise<CommitOutcome<Who | null>[]> {
    const { table, findSql, setting, toActors } = this.#kind
    const heard = this.#heard
    const { rows } = await this.#pool.query<SessionRow>(
      preparedQuery(findSql, [hashes, await this.#settings.get(setting)]),
    )
    const stale = rows.filter((row) => row.stale).map((row) => row.token_hash)
    if (stale.length > 0) await writeUnlessReadOnly(this.#pool, seenSql(table), stale)
    const actors = await toActors(this.#pool, rows)
    const found = new Map(actors.map((actor) => [actor.tokenHash, actor]))
    const checkedAt = performance.now()
    if (this.#listener?.hears && heard === this.#heard)
      // Unaccepted texts are not cached, so that an acceptance counts from the next call.
      for (const [key, actor] of found)
        if (!('unaccepted' in actor && actor.unaccepted)) this.#cache.set(key, { actor, checkedAt })
    return hashes.map((hash) => ({ result: found.get(hash.toString('hex')) ?? null }))
  }

  /**
   * Ends sessions of one owner when the caller's transaction commits. @returns hashes of the ended sessions in hex, for
   * `spread` after the commit
   */
  async revoke(db: Db, ownerId: string, { only, except }: Which = {}): Promise<string[]> {
    const { table, owner, channel } = this.#kind
    const not = except ? sql`and token_hash <> ${Buffer.from(except, 'hex')}` : sql``
    const one = only ? sql`and token_hash = ${Buffer.from(only, 'hex')}` : sql``
    const { rows } = await sql<{ key: string }>`
      with held as (
        select token_hash from ${sql.table(table)}
        where ${sql.ref(owner)} = ${ownerId} and revoked_at is null ${one} ${not}
        order by token_hash for no key update)
      update ${sql.table(table)} as ended set revoked_at = app_now()
      from held where ended.token_hash = held.token_hash
      returning encode(ended.token_hash, 'hex') as key`.execute(db)
    const ended = rows.map(({ key }) => key)
    if (!channel) return ended
    for (const key of ended) {
      this.#heard += 1
      this.#cache.delete(key)
      await sql`select pg_notify(${channel}, ${key})`.execute(db)
    }
    return ended
  }

  /** Waits until other processes have dropped the ended sessions too. */
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

  /**
   * Whether this session made its owner's last password change. That change ends all other sessions, so a session that
   * began earlier must have made it.
   */
  async hasChangedPassword(db: Db, ownerId: string, tokenHash: string): Promise<boolean> {
    const { table, passwordChanges } = this.#kind
    const { rows } = await sql`
      select from ${sql.table(table)} as own
      where token_hash = ${Buffer.from(tokenHash, 'hex')} and revoked_at is null
        and exists (select ${passwordChanges(ownerId)} and at >= own.created_at)`.execute(db)
    return rows.length > 0
  }

  /** A job: sessions that nobody can use any more are deleted after two weeks. */
  async forgetDead(db: Db): Promise<void> {
    const { table, owner, keepsNewest } = this.#kind
    const from = sql.table(table)
    const replaced = sql`and exists (
      select from ${from} as newer
      where newer.${sql.ref(owner)} = old.${sql.ref(owner)} and newer.seen_at > old.seen_at)`
    await sql`
      with old as (
        select token_hash from ${from} as old
        where created_at < (select app_now()) - interval '14 days' ${keepsNewest ? replaced : sql``}
        for update of old skip locked)
      delete from ${from} as dead using old where dead.token_hash = old.token_hash`.execute(db)
  }
}

/** Skips rows that another process is writing. */
const seenSql = (table: string) => `
  update ${table} set seen_at = app_now() where token_hash in (
    select token_hash from ${table} where token_hash = any($1::bytea[]) for update skip locked)`
