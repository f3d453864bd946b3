import { type PosterImportRow, posterImportStateQuery } from '@ce/client/staff/poster_import.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { useQuery } from '@tanstack/react-query'
import { getListPlace } from '../../kit/list/list-place.ts'
import { paths } from '../../paths.ts'

/** True for rows that become items, need a category or were left out. */
export const isEditableImportRow = ({ action, needsCategory }: PosterImportRow) =>
  action === 'CREATE' || action === 'LEFT_OUT' || needsCategory

export const isRefusedForCategoryOnly = ({ action, needsCategory }: PosterImportRow) =>
  action === 'REFUSE' && needsCategory

/** Steps to the neighbours of an item among the editable rows of an import. */
export function useImportItemSteps(importId: string, given: string) {
  const { data } = useQuery(posterImportStateQuery(importId))
  const no = parseDecimal(given)
  const mendable = (data?.rows ?? []).filter(isEditableImportRow)
  const at = mendable.findIndex((row) => row.no === no)
  return {
    no,
    place: at + 1,
    total: mendable.length,
    previous: mendable[at - 1]?.no,
    next: at < 0 ? undefined : mendable[at + 1]?.no,
    list: listOf(importId),
  }
}

function listOf(importId: string): string {
  const search = getListPlace(paths.posterImport())?.search ?? ''
  const isThis = new URLSearchParams(search).get('import') === importId
  return isThis ? paths.posterImport() + search : paths.posterImported(importId)
}
