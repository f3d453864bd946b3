import { type StaffInput, type StaffOutput, staffCall, staffReadPage } from '../staff-call.ts'

export type AuditFilter = Omit<StaffInput<'GET /audit/v1/list'>, 'page' | 'pageSize'>
export type AuditEntry = StaffOutput<'GET /audit/v1/list'>['list'][number]

/** A page, newest first. */
export const auditQuery = (input: StaffInput<'GET /audit/v1/list'>) =>
  staffReadPage('GET /audit/v1/list', input)

const pageSize = 100
/** rows; a spreadsheet of more is nobody's reading */
export const exportLimit = 10_000

/**
 * Everything a filter finds, newest first, at most `exportLimit` rows, page after page.
 * @throws as `staffCall`
 */
export async function readWholeAudit(
  filter: AuditFilter,
  signal: AbortSignal,
  onProgress: (rows: number, total: number) => void,
): Promise<AuditEntry[]> {
  const rows = new Map<string, AuditEntry>()
  for (let page = 1; page <= exportLimit / pageSize; page += 1) {
    const part = await staffCall('GET /audit/v1/list', { ...filter, page, pageSize }, { signal })
    // new entries push old ones on to the next page: each counts once
    for (const entry of part.list) rows.set(entry.id, entry)
    onProgress(rows.size, Math.min(part.total, exportLimit))
    if (part.list.length < pageSize) break
  }
  return [...rows.values()]
}
