import { useUrlFilters } from '../use-url-filters.ts'

export const rowActions = ['CREATE', 'SAME', 'REFUSE'] as const
/** What becomes of a row of a file. */
export type RowAction = (typeof rowActions)[number]

/** Which rows of a report and which page of them stand in the address; `first` is looked at unless it says. */
export function useRowFilter(first: RowAction) {
  const { oneOf, set, page, pageSize } = useUrlFilters()
  const action = oneOf('rows', rowActions) ?? first
  return { action, page, pageSize, set }
}
