import type { PosterState } from '@ce/client/staff/poster.ts'
import { keysOf } from '../../components/codes.ts'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { posterStates } from './labels.ts'

export interface PosterFilter {
  categoryId: number | undefined
  state: PosterState | undefined
  keyword: string | undefined
}

/** The list's filters as the address has them; the server refuses what is none. */
export function usePosterFilter() {
  const { get, choice, number, set, clear, page, pageSize } = useUrlFilters()
  const filter: PosterFilter = {
    categoryId: number('category'),
    state: choice('state', keysOf(posterStates)),
    keyword: get('keyword'),
  }
  return { filter, page, pageSize, set, clear }
}

export type PosterFilters = ReturnType<typeof usePosterFilter>
