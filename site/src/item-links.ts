import { categoryById } from '@ce/contract/categories'
import type { PosterItem } from './data.ts'
import type { SitePaths } from './paths.ts'

/** The page of an item. */
export function itemPath(
  paths: SitePaths,
  { categoryId, id }: Pick<PosterItem, 'categoryId' | 'id'>,
) {
  return paths.detail(categoryById(categoryId)?.name ?? '', id)
}
