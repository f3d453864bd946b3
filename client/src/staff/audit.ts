import { type StaffInput, type StaffOutput, staffCall, staffReadPage } from '../staff-call.ts'

export type AuditFilter = Omit<StaffInput<'GET /audit/v1/list'>, 'page' | 'pageSize'>
export type AuditEntry = StaffOutput<'GET /audit/v1/list'>['list'][number]

export const auditQuery = (input: StaffInput<'GET /audit/v1/list'>) => staffReadPage('GET /audit/v1/list', input)

const pageSize = 100
/** Most rows of an audit export. */
export const auditExportLimit = 10_000

/** Loads all audit entries page by page, up to `auditExportLimit`. @throws like `staffCall`. */
export async function loadFilteredAudit(
  filter: AuditFilter,
  signal: AbortSignal,
  onProgress: (rows: number, total: number) => void,
): Promise<AuditEntry[]> {
  const rows = new Map<string, AuditEntry>()
  for (let page = 1; page <= auditExportLimit / pageSize; page += 1) {
    const part = await staffCall('GET /audit/v1/list', { ...filter, page, pageSize }, { signal })
    // New entries shift old ones to the next page, so each id counts once.
    for (const entry of part.list) rows.set(entry.id, entry)
    onProgress(rows.size, Math.min(part.total, auditExportLimit))
    if (part.list.length < pageSize) break
  }
  return [...rows.values()]
}
