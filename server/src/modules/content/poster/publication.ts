import { refuse } from '../../../platform/errors.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import type { PosterState } from './content.ts'

const yearMs = 366 * 86_400_000

interface Dated {
  state: PosterState
  publishAt: Date | null
  withdrawnAt: Date | null
  datedAt: Date | null
}

/** Returns the date of the last publication that readers saw; for an unpublished import its original date. */
export function lastVisibleTime({ state, publishAt, withdrawnAt, datedAt }: Dated): Date | null {
  const wasLive = publishAt && withdrawnAt && publishAt <= withdrawnAt
  return state === 'PUBLISHED' || wasLive ? publishAt : datedAt
}

/**
 * Returns the publication time that an item gets when it is published again: items that readers have seen and imported
 * items keep their date.
 * @returns null to publish now
 */
export function restoredPublishTime(item: Dated): Date | null {
  return item.state === 'SCHEDULED' ? null : lastVisibleTime(item)
}

export function isPublishTimeTooFarAhead(at: Date, now: Date): boolean {
  return at.getTime() >= now.getTime() + yearMs
}

/**
 * The publication time must be within a year from now, or the item's own date. @returns null to publish now @throws
 * Refusal poster.alreadyLive, poster.badTime, poster.datedTooFar
 */
export function requirePublishTime(item: Dated, wanted: Date | null, now: Date): Date | null {
  if (wanted && item.state === 'PUBLISHED') refuse('poster.alreadyLive')
  if (wanted && (!(wanted > now) || isPublishTimeTooFarAhead(wanted, now)))
    refuse('poster.badTime', { fields: { publishAt: '应在现在之后、一年之内' } })
  const own = restoredPublishTime(item)
  if (!wanted && own && isPublishTimeTooFarAhead(own, now)) refuse('poster.datedTooFar', { day: shanghaiDay(own) })
  return wanted ?? own
}
