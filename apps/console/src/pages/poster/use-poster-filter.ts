import type { PosterState } from '@ce/client/staff/poster.ts'
import { categoryById } from '@ce/contract/categories'
import { parseDecimal } from '@ce/contract/decimal'
import { keysOf } from '../../components/codes.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { posterStates } from './labels.ts'

export interface PosterFilter {
  categoryId: number | undefined
  state: PosterState | undefined
  keyword: string | undefined
}

/** The list's filters as the address has them; whatever else stands there is not a filter. */
export function usePosterFilter() {
  const { get, oneOf, set, clear, page, pageSize } = useUrlFilters()
  const filter: PosterFilter = {
    categoryId: categoryById(parseDecimal(get('category')))?.id,
    state: oneOf('state', keysOf(posterStates)),
    keyword: get('keyword')?.slice(0, 50),
  }
  return { filter, page, pageSize, set, clear }
}

export type PosterFilters = ReturnType<typeof usePosterFilter>
