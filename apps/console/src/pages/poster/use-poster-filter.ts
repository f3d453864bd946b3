import type { PosterState } from '@ce/client/staff/poster.ts'
import { categoryById } from '@ce/contract/categories'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { readPosterState } from './labels.ts'

export interface PosterFilter {
  categoryId: number | undefined
  state: PosterState | undefined
  keyword: string | undefined
}

/** The list's filters as the address has them; whatever else stands there is not a filter. */
export function usePosterFilter() {
  const { get, set, clear, page, pageSize } = useUrlFilters()
  const filter: PosterFilter = {
    categoryId: categoryById(Number(get('category')))?.id,
    state: readPosterState(get('state')),
    keyword: get('keyword')?.slice(0, 50),
  }
  return { filter, page, pageSize, set, clear }
}

export type PosterFilters = ReturnType<typeof usePosterFilter>
