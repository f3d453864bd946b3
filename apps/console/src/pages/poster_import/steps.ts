import { type ImportRow, importStateQuery } from '@ce/client/staff/poster_import.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { useQuery } from '@tanstack/react-query'

/** Whether a row can be looked at and mended: it becomes an item, or would with a category, or somebody decided against it. */
export const isMendable = ({ action, needsCategory }: ImportRow) =>
  action === 'CREATE' || action === 'LEFT_OUT' || needsCategory

/** Whether a row lacks nothing but a category. */
export const waitsForCategory = ({ action, needsCategory }: ImportRow) =>
  action === 'REFUSE' && needsCategory

/** Where an item stands among those that can be mended. */
export function useItemSteps(importId: string, given: string) {
  const { data } = useQuery(importStateQuery(importId))
  const no = parseDecimal(given)
  const mendable = (data?.rows ?? []).filter(isMendable)
  const at = mendable.findIndex((row) => row.no === no)
  return {
    no,
    /** from 1; 0 until it is known */
    place: at + 1,
    total: mendable.length,
    previous: mendable[at - 1]?.no,
    next: at < 0 ? undefined : mendable[at + 1]?.no,
  }
}
