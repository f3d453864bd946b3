import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { likeBeginningWith, nameContainsSql } from '../../../../platform/db/like.ts'
import { type PageRequest, selectPage } from '../../../../platform/db/page.ts'
import type { AuditSubjectKind } from '../kinds.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const rowsOf: Record<AuditSubjectKind, RawBuilder<unknown>> = {
  STUDENT: sql`select id, name from student`,
  ATTEMPT: sql`select attempt.id, student.name || ' · ' || course.title from attempt
    join student on student.id = attempt.student_id
    join sign_course on sign_course.id = attempt.sign_course_id
    join course on course.id = sign_course.course_id`,
  REDUCTION: sql`select id, apply_no from reduction`,
  PROOF: sql`select id, number from proof`,
  INVOICE: sql`select id, apply_no from invoice`,
  ORGANISATION: sql`select id, name from organisation`,
  INVITATION: sql`select invitation.id, organisation.name from organisation_invitation invitation
    join organisation on organisation.id = invitation.organisation_id`,
  POSTER: sql`select id, draft_title from poster`,
  QUESTION: sql`select id, '第 ' || no || ' 号试题' from question`,
  COURSE: sql`select id, title from course`,
  SIGN_COURSE: sql`select sign_course.id, course.title from sign_course
    join course on course.id = sign_course.course_id`,
  PLAN: sql`select id, title from plan`,
  STAFF: sql`select id, name from staff`,
}

export interface AuditFilter extends PageRequest {
  actor?: string | undefined
  action?: string | undefined
  subject?: string | undefined
  /** Days are inclusive and in Asia/Shanghai. */
  from?: string | undefined
  to?: string | undefined
}

export async function listAuditRows(db: Db, filter: AuditFilter) {
  const named = filter.actor ? await whoIsNamed(db, filter.actor) : null
  const rows = filtered(db, filter, named)
    .select(['auditLog.id', 'at', 'actor', 'action', 'subject', 'ip'])
    .select(actorName)
    .select('detail')
    .orderBy('auditLog.id', 'desc')
  return selectPage(rows, filter)
}

/** The text has the same form as `employerActorName` in platform/audit.ts. */
const employer = sql<string>`'organisation:' || organisation.id`

/** Employer names are read for the rows of a page only. */
const actorName = sql<string | null>`coalesce(staff.name,
  (select name from organisation where ${employer} = audit_log.actor))`.as('actorName')

interface Named {
  actors: string[]
  staffIds: string[]
}

/**
 * Matching names are read in a query of their own, so that PostgreSQL can estimate how many log rows each of them has.
 */
async function whoIsNamed(db: Db, part: string): Promise<Named> {
  const named = nameContainsSql(sql`name`, part)
  const [staff, employers] = await Promise.all([
    db.selectFrom('staff').select('id').where(named).execute(),
    db.selectFrom('organisation').select(employer.as('actor')).where(named).execute(),
  ])
  return {
    actors: [part, ...employers.map(({ actor }) => actor)],
    staffIds: staff.map(({ id }) => id),
  }
}

function filtered(db: Db, { action, subject, from, to }: AuditFilter, named: Named | null) {
  let found = db.selectFrom('auditLog').leftJoin('staff', 'staff.id', 'auditLog.staffId')
  if (named)
    found = found.where(
      sql<boolean>`(actor = any(${named.actors}::text[]) or staff_id = any(${named.staffIds}::uuid[]))`,
    )
  if (action) found = found.where('action', 'like', likeBeginningWith(action))
  if (subject) found = found.where('subject', '=', subject)
  if (from) found = found.where('at', '>=', midnight(from, 0))
  if (to) found = found.where('at', '<', midnight(to, 1))
  return found
}

/** Midnight in Asia/Shanghai at the start of `day`, `later` days later. */
function midnight(day: string, later: number) {
  return sql<Date>`((${day}::date + ${later}::int)::timestamp at time zone 'Asia/Shanghai')`
}

/** Reads all names in one statement and leaves out missing rows. */
export async function findSubjectNames(db: Db, kinds: AuditSubjectKind[], ids: string[]): Promise<Map<string, string>> {
  const rowIds = ids.filter((id) => uuid.test(id))
  const [first, ...more] = kinds.map(
    (kind) =>
      sql`select id, name from (${rowsOf[kind]}) as ${sql.ref(kind)} (id, name) where id = any(${rowIds}::uuid[])`,
  )
  if (!first || rowIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    name: string
  }>`${sql.join([first, ...more], sql` union all `)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
