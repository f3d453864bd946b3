import type { Db } from '../../../platform/db/database.ts'
import { listHiddenPosterIds, listNewestPosters } from './store/published.ts'

export function listHiddenPosters(db: Db, ids: readonly string[]) {
  return listHiddenPosterIds(db, ids)
}

export function listPublishedPosters(db: Db, filter: { categoryIds?: number[]; limit: number }) {
  return listNewestPosters(db, filter)
}
