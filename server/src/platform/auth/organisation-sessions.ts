import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { refuse } from '../errors.ts'
import type { SettingsReader } from '../settings.ts'
import {
  endSessions,
  hasMade,
  issueSession,
  type Which,
  writeUnlessReadOnly,
} from './session-tables.ts'
import { hashToken, tokenOf } from './tokens.ts'

/** The employer that asks, as every service of its pages receives it. */
export interface OrganisationActor {
  organisationId: string
  name: string
  creditCode: string
  mustChangePassword: boolean
  /** hex; names the session without being able to open it */
  tokenHash: string
}

/** an active session's last sign of life is written so seldom: the idle limit is that much longer, never shorter than what staff set */
const seenEvery = "interval '1 minute'"

const findSql = `
  select o.id, o.name, o.credit_code, o.must_change_password,
    app_now() - t.seen_at > ${seenEvery} as stale
  from organisation_session t join organisation o on o.id = t.organisation_id
  where t.token_hash = $1 and t.revoked_at is null and o.disabled_at is null
    and t.seen_at > app_now() - interval '1 second' * $2 - ${seenEvery}
    and t.created_at > app_now() - interval '12 hours'`

interface Found {
  id: string
  name: string
  credit_code: string
  must_change_password: boolean
  stale: boolean
}

/**
 * Employers' sessions: opaque tokens in a table of their own, so that none of them is a student's or a member of
 * staff's. Read afresh for every call, as the console's: a disabled employer is out from the next call on.
 */
export class OrganisationSessions {
  readonly #pool: pg.Pool
  readonly #settings: SettingsReader

  constructor(pool: pg.Pool, settings: SettingsReader) {
    this.#pool = pool
    this.#settings = settings
  }

  /** A new session; the token is shown to its owner once and never kept. */
  issue(db: Db, organisationId: string): Promise<string> {
    return issueSession(db, 'organisationSession', organisationId)
  }

  /** Who is behind an Authorization header. @throws 401 common.unauthorized */
  async require(header: string | undefined): Promise<OrganisationActor> {
    const token = tokenOf(header)
    if (!token) return refuse('common.unauthorized')
    const tokenHash = hashToken(token)
    const { rows } = await this.#pool.query<Found>({
      name: 'organisation session',
      text: findSql,
      values: [tokenHash, await this.#settings.get('organisation.idleSeconds')],
    })
    const row = rows[0]
    if (!row) return refuse('common.unauthorized')
    if (row.stale)
      await writeUnlessReadOnly(
        this.#pool,
        'update organisation_session set seen_at = app_now() where token_hash = $1',
        tokenHash,
      )
    return {
      organisationId: row.id,
      name: row.name,
      creditCode: row.credit_code,
      mustChangePassword: row.must_change_password,
      tokenHash: tokenHash.toString('hex'),
    }
  }

  /** Ends sessions of an employer: all, one, or all but one; at the commit of the caller's transaction. */
  async revoke(db: Db, organisationId: string, which: Which = {}): Promise<void> {
    await endSessions(db, 'organisationSession', organisationId, which)
  }

  /** Whether this session made the last change of its account's password. */
  hasChangedPassword(db: Db, actor: OrganisationActor): Promise<boolean> {
    const { organisationId: subject, tokenHash } = actor
    const change = { action: 'organisation.passwordChanged', subject } as const
    return hasMade(db, 'organisationSession', tokenHash, change)
  }
}

/** A job: dead sessions are forgotten after two weeks, but each employer's newest says when it was last seen. */
export async function forgetDeadOrganisationSessions(db: Db): Promise<void> {
  await sql`
    with dead as (
      select token_hash from organisation_session dead where created_at < (select app_now()) - interval '14 days'
        and exists (select from organisation_session newer
          where newer.organisation_id = dead.organisation_id and newer.seen_at > dead.seen_at)
      for update of dead skip locked)
    delete from organisation_session using dead where organisation_session.token_hash = dead.token_hash`.execute(
    db,
  )
}
