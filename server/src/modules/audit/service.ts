import type { Deps } from '../../platform/deps.ts'
import { type AuditFilter, pageOfAudit } from './store.ts'

/** One page of the audit log, newest first; days are days in Shanghai, both included. */
export async function listAudit(
  deps: Deps,
  input: AuditFilter & { page: number; pageSize: number },
) {
  const { page, pageSize, ...filter } = input
  const { rows, total } = await pageOfAudit(deps.db, filter, page, pageSize)
  const list = rows.map(({ id, detail, ...row }) => ({
    ...row,
    id: String(id),
    detail: asRecord(detail),
  }))
  return { list, total, page, pageSize }
}

/** The platform writes objects only; whatever else stands there is shown as it is. */
function asRecord(detail: unknown): Record<string, unknown> {
  const isObject = typeof detail === 'object' && detail !== null && !Array.isArray(detail)
  return isObject ? { ...detail } : { detail }
}
