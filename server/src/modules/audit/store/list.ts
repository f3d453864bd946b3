import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { beginningWith, hasPart } from '../../../platform/db/like.ts'
import { type Paging, pageOf } from '../../../platform/db/page.ts'

export interface AuditFilter extends Paging {
  /** a username, or part of a name, of staff or of an employer */
  actor?: string | undefined
  /** how it begins: `poster.` */
  action?: string | undefined
  subject?: string | undefined
  /** days in Shanghai, both included */
  from?: string | undefined
  to?: string | undefined
}

/** One page of the rows that fit, newest first, and how many there are. */
export async function listAudit(db: Db, filter: AuditFilter) {
  const named = filter.actor ? await whoIsNamed(db, filter.actor) : null
  const rows = filtered(db, filter, named)
    .select(['auditLog.id', 'at', 'actor', 'action', 'subject', 'ip'])
    .select(actorName)
    .select('detail')
    .orderBy('auditLog.id', 'desc')
  return pageOf(rows, filter)
}

/** An employer as the log names it (`actorOfEmployer` of platform/audit.ts). */
const employer = sql<string>`'organisation:' || organisation.id`

/** An employer's is asked for the rows of a page only. */
const actorName = sql<string | null>`coalesce(staff.name,
  (select name from organisation where ${employer} = audit_log.actor))`.as('actorName')

interface Named {
  actors: string[]
  staffIds: string[]
}

/**
 * Asked before the log is: of names that it knows, the planner knows whether they stand on half of its rows, which it then walks
 * from the newest, or on none, which an index says at once.
 */
async function whoIsNamed(db: Db, part: string): Promise<Named> {
  const named = hasPart(sql`name`, part)
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
  if (action) found = found.where('action', 'like', beginningWith(action))
  if (subject) found = found.where('subject', '=', subject)
  if (from) found = found.where('at', '>=', midnight(from, 0))
  if (to) found = found.where('at', '<', midnight(to, 1))
  return found
}

/** The beginning of a day in Shanghai, or of one so many days later. */
function midnight(day: string, later: number) {
  return sql<Date>`((${day}::date + ${later}::int)::timestamp at time zone 'Asia/Shanghai')`
}
