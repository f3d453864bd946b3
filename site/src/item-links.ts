import { categoryById } from '@ce/contract/categories'
import type { PosterItem } from './data.ts'
import type { SitePaths } from './paths.ts'

export function itemPath(paths: SitePaths, { categoryId, id }: Pick<PosterItem, 'categoryId' | 'id'>) {
  return paths.detail(categoryById(categoryId)?.name ?? '', id)
}
