import type { PosterState } from '@ce/client/staff/poster.ts'
import { categoryById } from '@ce/contract/categories'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { readPosterState } from './labels.ts'

export interface PosterFilter {
  categoryId?: number
  state?: PosterState
  keyword?: string
}

/** The list's filters as the address has them; whatever else stands there is not a filter. */
export function usePosterFilter() {
  const { get, set, clear, page, pageSize } = useUrlFilters()
  const category = categoryById(Number(get('category')))
  const state = readPosterState(get('state') ?? null)
  const keyword = get('keyword')?.slice(0, 50)
  const filter: PosterFilter = {
    ...(category ? { categoryId: category.id } : {}),
    ...(state ? { state } : {}),
    ...(keyword ? { keyword } : {}),
  }
  return { filter, page, pageSize, set, clear }
}

export type PosterFilters = ReturnType<typeof usePosterFilter>
