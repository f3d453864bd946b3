import type { Deps } from '../../platform/deps.ts'
import { type AuditFilter, listAudit } from './store.ts'

/** One page of the audit log, newest first; days are days in Shanghai, both included. */
export async function deskAudit({ db }: Deps, filter: AuditFilter) {
  const { list, ...page } = await listAudit(db, filter)
  const shown = list.map(({ id, detail, ...row }) => ({
    ...row,
    id: String(id),
    detail: asRecord(detail),
  }))
  return { list: shown, ...page }
}

/** The platform writes objects only; whatever else stands there is shown as it is. */
function asRecord(detail: unknown): Record<string, unknown> {
  const isObject = typeof detail === 'object' && detail !== null && !Array.isArray(detail)
  return isObject ? { ...detail } : { detail }
}
