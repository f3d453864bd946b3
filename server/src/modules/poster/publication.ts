import { refuse } from '../../platform/errors.ts'
import type { PosterState } from './content.ts'

const yearMs = 366 * 86_400_000

/**
 * When readers get the newest revision. A live item keeps its place in time, and its new text comes at once: readers
 * never have two. Anything else is published at a time within a year, or now; an imported draft, for the first time,
 * on the date it had elsewhere.
 * @returns null for now
 * @throws Refusal poster.alreadyLive, poster.badTime
 */
export function publishTime(
  item: {
    state: PosterState
    publishedNo: number | null
    publishAt: Date | null
    datedAt: Date | null
  },
  wanted: Date | null,
  now: Date,
): Date | null {
  if (item.state === 'PUBLISHED') {
    if (wanted) refuse('poster.alreadyLive')
    return item.publishAt
  }
  if (wanted && !(wanted > now && wanted.getTime() < now.getTime() + yearMs))
    refuse('poster.badTime', { fields: { publishAt: '应在现在之后、一年之内' } })
  return wanted ?? (item.publishedNo === null ? item.datedAt : null)
}
