import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import type { ImportRow } from './document.ts'

/** What makes two documents, or a document and an item, the same one whatever their texts say. */
export interface ItemName {
  categoryId: number
  title: string
  /** of publication, in Shanghai: a site that moved may have lost the time of day */
  day: string
}

/** Null for a document without a date: only its content tells it from another of the same title. */
export function itemNameOf(
  row: Pick<ImportRow, 'categoryId' | 'title' | 'publishedAt'>,
): ItemName | null {
  const { categoryId, title, publishedAt } = row
  if (categoryId === null || publishedAt === null) return null
  return { categoryId, title, day: shanghaiDay(new Date(publishedAt)) }
}
