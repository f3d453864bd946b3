import { studentOfActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StaffActor } from '../../platform/staff-calls.ts'
import { readableKinds } from './kinds.ts'
import { type AuditFilter, listAudit } from './store/list.ts'
import { namesOf } from './store/names.ts'

/**
 * One page of the audit log, newest first; days are days in Shanghai, both included. Of whom and of what it tells is named as far as
 * this reader may see those rows.
 */
export async function deskAudit({ db }: Deps, { permissions }: StaffActor, filter: AuditFilter) {
  const { list, ...page } = await listAudit(db, filter)
  const ids = list.flatMap(({ actor, subject }) => [studentOfActor(actor), subject])
  const names = await namesOf(db, readableKinds(permissions), [...new Set(ids)])
  const shown = list.map(({ id, actorName, detail, ...row }) => ({
    ...row,
    id: String(id),
    actorName: actorName ?? names.get(studentOfActor(row.actor)) ?? null,
    subjectName: names.get(row.subject) ?? null,
    detail: asRecord(detail),
  }))
  return { list: shown, ...page }
}

/** The platform writes objects only; whatever else stands there is shown as it is. */
function asRecord(detail: unknown): Record<string, unknown> {
  const isObject = typeof detail === 'object' && detail !== null && !Array.isArray(detail)
  return isObject ? { ...detail } : { detail }
}
