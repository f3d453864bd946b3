import { refuse } from '../../platform/errors.ts'
import { shanghaiDay } from '../../platform/shanghai-day.ts'
import type { PosterState } from './content.ts'

const yearMs = 366 * 86_400_000

interface Dated {
  state: PosterState
  publishAt: Date | null
  withdrawnAt: Date | null
  /** before its present publication: when readers saw it, or of an import, when it was published elsewhere */
  datedAt: Date | null
}

/** When readers saw it last, however often it was given another time and taken back before; an import has the date of elsewhere. */
export function lastDate({ state, publishAt, withdrawnAt, datedAt }: Dated): Date | null {
  const wasLive = publishAt && withdrawnAt && publishAt <= withdrawnAt
  return state === 'PUBLISHED' || wasLive ? publishAt : datedAt
}

/**
 * The date with which an item is published that is given none: what readers saw keeps its place in time, also after it
 * was withdrawn for a correction; an imported draft has the date of elsewhere. What waits for its time is brought forward to now.
 * @returns null for the moment of publication
 */
export function ownDate(item: Dated): Date | null {
  return item.state === 'SCHEDULED' ? null : lastDate(item)
}

/** Whether a time is further off than anybody plans: a slip of the hand. */
export function isTooFar(at: Date, now: Date): boolean {
  return at.getTime() >= now.getTime() + yearMs
}

/**
 * When readers get the newest revision: at a time within a year, or with the item's own date, which of an import may
 * be to come. The new text of a live item comes at once: readers never have two.
 * @returns null for now
 * @throws Refusal poster.alreadyLive, poster.badTime, poster.datedTooFar
 */
export function publishTime(item: Dated, wanted: Date | null, now: Date): Date | null {
  if (wanted && item.state === 'PUBLISHED') refuse('poster.alreadyLive')
  if (wanted && (!(wanted > now) || isTooFar(wanted, now)))
    refuse('poster.badTime', { fields: { publishAt: '应在现在之后、一年之内' } })
  const own = ownDate(item)
  if (!wanted && own && isTooFar(own, now)) refuse('poster.datedTooFar', { day: shanghaiDay(own) })
  return wanted ?? own
}
