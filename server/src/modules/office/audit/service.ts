import { parseStudentActor } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { readFromReplica } from '../../../platform/db/replicas.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffActor } from '../../../platform/staff-calls.ts'
import { readableSubjectKinds } from './kinds.ts'
import { type AuditFilter, findSubjectNames, listAuditRows } from './store/list.ts'

/**
 * Lists the newest rows first; days are inclusive, in Asia/Shanghai. Names are shown as far as the reader's permissions
 * allow.
 */
export function deskAuditLog(deps: Deps, staff: StaffActor, filter: AuditFilter) {
  return readFromReplica(deps, (db) => readAuditLog(db, staff, filter))
}

async function readAuditLog(db: Db, { permissions }: StaffActor, filter: AuditFilter) {
  const { list, ...page } = await listAuditRows(db, filter)
  const ids = list.flatMap(({ actor, subject }) => [parseStudentActor(actor), subject])
  const names = await findSubjectNames(db, readableSubjectKinds(permissions), [...new Set(ids)])
  const shown = list.map(({ id, actorName, detail, ...row }) => ({
    ...row,
    id: String(id),
    actorName: actorName ?? names.get(parseStudentActor(row.actor)) ?? null,
    subjectName: names.get(row.subject) ?? null,
    detail: asRecord(detail),
  }))
  return { list: shown, ...page }
}

function asRecord(detail: unknown): Record<string, unknown> {
  const isObject = typeof detail === 'object' && detail !== null && !Array.isArray(detail)
  return isObject ? { ...detail } : { detail }
}
