import type { AuditAction, Permission } from '@ce/contract'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import {
  type OrganisationActor,
  type SessionKind,
  type SessionRow,
  type StaffActor,
  type StudentActor,
  sessionCacheMs,
} from './sessions.ts'
import { findUnacceptedTexts } from './unaccepted-texts.ts'

const studentSeenEvery = "interval '5 minutes'"
/** The idle limit of a student session is extended by the write interval and the cache time. */
const idleEnd = `session.seen_at + interval '2 hours' + ${studentSeenEvery} + interval '${sessionCacheMs} milliseconds'`
const hardEnd = `session.created_at + interval '7 days'`

/**
 * Student sessions stay open through a running exam attempt. The `case` looks for attempts only when a session would be
 * over. @param sealedSeconds how long offline submissions are accepted, in seconds
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

export const sessionIsOpenSql = (sealedSeconds: number) =>
  sql<SqlBool>`${sql.raw(openSql('app_now()', String(sealedSeconds)))}`

interface StudentRow extends SessionRow {
  student_id: string
  accepted: boolean
}

export const studentSessions: SessionKind<StudentActor, StudentRow> = {
  table: 'session',
  owner: 'student_id',
  // `num_nulls` prevents a read of all open sessions (decision 037). `materialized` evaluates the clock only once.
  findSql: `
    with clock as materialized (select app_now() as now),
    in_force as materialized (select array(select id from texts_in_force(shanghai_date(now))) as ids from clock)
    select token_hash, student_id, now - seen_at > ${studentSeenEvery} as stale,
      accepted_texts @> in_force.ids as accepted
    from session, clock, in_force
    where token_hash = any($1::bytea[]) and num_nulls(revoked_at) = 1 and ${openSql('clock.now', '$2')}`,
  setting: 'exam.sealedSeconds',
  channel: 'session_revoked',
  keepsNewest: false,
  passwordChanges: (studentId) => sql`
    from security_log where student_id = ${studentId} and event = 'PASSWORD_CHANGED'`,
  toActors: async (pool, rows) => {
    const unknown = rows.filter((row) => !row.accepted).map((row) => row.token_hash)
    const unaccepted = await findUnacceptedTexts(pool, unknown)
    return rows.map(({ student_id: studentId, token_hash }) => {
      const tokenHash = token_hash.toString('hex')
      return { studentId, tokenHash, unaccepted: unaccepted.get(tokenHash) }
    })
  },
}

const deskSeenEvery = "interval '1 minute'"

/**
 * SQL: whether a staff or employer session is open. The last use is written rarely, so the idle limit may be longer
 * than the setting, never shorter.
 */
const deskSessionIsOpen = `session.token_hash = any($1::bytea[]) and num_nulls(session.revoked_at) = 1
  and session.seen_at > app_now() - interval '1 second' * $2 - ${deskSeenEvery}
  and session.created_at > app_now() - interval '12 hours'`
const deskColumns = `session.token_hash, app_now() - session.seen_at > ${deskSeenEvery} as stale`

/** SQL that starts with `from`: the audited password changes of a staff or employer account. */
const auditedChanges = (action: AuditAction) => (subject: string) =>
  sql`from audit_log where subject = ${subject} and action = ${action}`

/** What a staff account must do before the portal accepts its other calls. */
export interface RequiredStaffSteps {
  passwordChange: boolean
  totpSetup: boolean
}

interface StaffRow extends SessionRow {
  id: string
  username: string
  name: string
  must_change_password: boolean
  lacks_totp: boolean
  permissions: Permission[]
}

/**
 * The account is read for every call, so disabling it or removing a role applies from the next call on. @param
 * insistOnTotp whether roles may require a one-time code, as in production
 */
export const staffSessions = (
  insistOnTotp: boolean,
): SessionKind<StaffActor & { duties: RequiredStaffSteps }, StaffRow> => ({
  table: 'staff_session',
  owner: 'staff_id',
  findSql: `
    select ${deskColumns}, s.id, s.username, s.name, s.must_change_password,
      s.totp_secret is null and exists (
        select from staff_role m join role r on r.code = m.role_code
        where m.staff_id = s.id and r.totp_required) as lacks_totp,
      array(select distinct p.permission from staff_role m join role_permission p using (role_code)
        where m.staff_id = s.id) as permissions
    from staff_session session join staff s on s.id = session.staff_id
    where s.disabled_at is null and ${deskSessionIsOpen}`,
  setting: 'staff.idleSeconds',
  channel: null,
  keepsNewest: true,
  passwordChanges: auditedChanges('staff.passwordChanged'),
  toActors: async (_pool, rows) =>
    rows.map(({ id, username, name, permissions, token_hash, ...row }) => ({
      staffId: id,
      username,
      name,
      permissions: new Set(permissions),
      tokenHash: token_hash.toString('hex'),
      duties: {
        passwordChange: row.must_change_password,
        totpSetup: insistOnTotp && row.lacks_totp,
      },
    })),
})

/** Asked again by work in the background, because the call that began it may be long ago. */
export async function staffStillMay(db: Db, staffId: string, permission: Permission): Promise<boolean> {
  const { rows } = await sql`
    select from staff s join staff_role m on m.staff_id = s.id join role_permission p using (role_code)
    where s.id = ${staffId} and s.disabled_at is null and p.permission = ${permission} limit 1`.execute(db)
  return rows.length > 0
}

interface OrganisationRow extends SessionRow {
  id: string
  name: string
  credit_code: string
  must_change_password: boolean
}

/** The account is read for every call, as for staff. */
export const organisationSessions: SessionKind<OrganisationActor, OrganisationRow> = {
  table: 'organisation_session',
  owner: 'organisation_id',
  findSql: `
    select ${deskColumns}, o.id, o.name, o.credit_code, o.must_change_password
    from organisation_session session join organisation o on o.id = session.organisation_id
    where o.disabled_at is null and ${deskSessionIsOpen}`,
  setting: 'organisation.idleSeconds',
  channel: null,
  keepsNewest: true,
  passwordChanges: auditedChanges('organisation.passwordChanged'),
  toActors: async (_pool, rows) =>
    rows.map((row) => ({
      organisationId: row.id,
      name: row.name,
      creditCode: row.credit_code,
      mustChangePassword: row.must_change_password,
      tokenHash: row.token_hash.toString('hex'),
    })),
}
