import type { Permission } from '@ce/contract'
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

/** Who asks, as every service of the console receives it. */
export interface StaffActor {
  staffId: string
  username: string
  name: string
  permissions: ReadonlySet<Permission>
  /** hex; names the session without being able to open it */
  tokenHash: string
}

/** What its account must do before anything else is answered. */
export interface StaffDuties {
  passwordChange: boolean
  totpSetup: boolean
}

/** an active session's last sign of life is written so seldom: the idle limit is that much longer, never shorter than what staff set */
const seenEvery = "interval '1 minute'"

const findSql = `
  select s.id, s.username, s.name, s.must_change_password,
    app_now() - t.seen_at > ${seenEvery} as stale,
    s.totp_secret is null and exists (
      select from staff_role m join role r on r.code = m.role_code
      where m.staff_id = s.id and r.totp_required) as lacks_totp,
    array(select distinct p.permission from staff_role m join role_permission p using (role_code)
      where m.staff_id = s.id) as permissions
  from staff_session t join staff s on s.id = t.staff_id
  where t.token_hash = $1 and t.revoked_at is null and s.disabled_at is null
    and t.seen_at > app_now() - interval '1 second' * $2 - ${seenEvery}
    and t.created_at > app_now() - interval '12 hours'`

interface Found {
  id: string
  username: string
  name: string
  must_change_password: boolean
  stale: boolean
  lacks_totp: boolean
  permissions: Permission[]
}

/**
 * The console's sessions: opaque tokens as the students', but read afresh for every call. Staff are few, and so a
 * disabled account or a role taken away counts from the next call on, on every process, with nothing to be told.
 */
export class StaffSessions {
  readonly #pool: pg.Pool
  readonly #settings: SettingsReader
  /** roles may ask for a one-time code; production insists */
  readonly #insistOnTotp: boolean

  constructor(pool: pg.Pool, settings: SettingsReader, insistOnTotp: boolean) {
    this.#pool = pool
    this.#settings = settings
    this.#insistOnTotp = insistOnTotp
  }

  /** A new session; the token is shown to its owner once and never kept. */
  issue(db: Db, staffId: string): Promise<string> {
    return issueSession(db, 'staffSession', staffId)
  }

  /** Who is behind an Authorization header, and what they must do first. @throws 401 common.unauthorized */
  async require(header: string | undefined): Promise<{ staff: StaffActor; duties: StaffDuties }> {
    const token = tokenOf(header)
    if (!token) return refuse('common.unauthorized')
    const tokenHash = hashToken(token)
    const { rows } = await this.#pool.query<Found>({
      name: 'staff session',
      text: findSql,
      values: [tokenHash, await this.#settings.get('staff.idleSeconds')],
    })
    const row = rows[0]
    if (!row) return refuse('common.unauthorized')
    if (row.stale)
      await writeUnlessReadOnly(
        this.#pool,
        'update staff_session set seen_at = app_now() where token_hash = $1',
        tokenHash,
      )
    return {
      staff: {
        staffId: row.id,
        username: row.username,
        name: row.name,
        permissions: new Set(row.permissions),
        tokenHash: tokenHash.toString('hex'),
      },
      duties: {
        passwordChange: row.must_change_password,
        totpSetup: this.#insistOnTotp && row.lacks_totp,
      },
    }
  }

  /** Ends sessions of a member of staff: all, one, or all but one; at the commit of the caller's transaction. */
  async revoke(db: Db, staffId: string, which: Which = {}): Promise<void> {
    await endSessions(db, 'staffSession', staffId, which)
  }

  /** Whether this session made the last change of its account's password. */
  hasChangedPassword(db: Db, { staffId: subject, tokenHash }: StaffActor): Promise<boolean> {
    return hasMade(db, 'staffSession', tokenHash, { action: 'staff.passwordChanged', subject })
  }
}

/** A job: dead sessions are forgotten after two weeks, but each account's newest says when it was last seen. */
export async function forgetDeadStaffSessions(db: Db): Promise<void> {
  await sql`
    with dead as (
      select token_hash from staff_session dead where created_at < (select app_now()) - interval '14 days'
        and exists (select from staff_session newer
          where newer.staff_id = dead.staff_id and newer.seen_at > dead.seen_at)
      for update of dead skip locked)
    delete from staff_session using dead where staff_session.token_hash = dead.token_hash`.execute(
    db,
  )
}
