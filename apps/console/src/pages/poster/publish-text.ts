import { portalNow } from '@ce/client/clock.ts'
import { formatDateTime } from '@ce/client/format.ts'
import type { PosterSummary } from '@ce/client/staff/poster.ts'

type Dated = Pick<PosterSummary, 'state' | 'publishedNo' | 'publishAt' | 'datedAt'>

export function hasFuturePosterDate({ datedAt }: Pick<Dated, 'datedAt'>): boolean {
  return datedAt !== null && new Date(datedAt) > new Date(portalNow())
}

/** Explains which date the item gets if it is published now; '' if it gets today's date. */
export function posterDateText(head: Dated): string {
  const { state, publishedNo, datedAt } = head
  if (datedAt === null) return ''
  const date = formatDateTime(datedAt)
  if (state === 'PUBLISHED') return `它会立即代替读者现在看到的第 ${publishedNo} 稿，发布日期（${date}）不变。`
  if (publishedNo !== null && !hasFuturePosterDate(head))
    return `立即发布保留原来的发布日期（${date}）；要换日期，请选定时。`
  const imported = `导入时写明的日期是 ${date}，`
  return hasFuturePosterDate(head)
    ? `${imported}还没有到：到那时读者才看得到；要提前，请选定时。`
    : `${imported}立即发布就用这个日期。`
}

/** @param head current state of the item, if known @param asked the requested publication time */
export function publicationResultText(
  head: Pick<Dated, 'state' | 'publishAt'> | undefined,
  asked: string | null,
): string {
  const at = head?.state === 'SCHEDULED' ? head.publishAt : asked
  return at ? `将于 ${formatDateTime(at)} 发布` : '已发布，读者现在可以看到'
}

interface Asked {
  when: 'now' | 'later'
  time: string
  without: boolean
}

export function canPublishPoster({ when, time, without }: Asked): boolean {
  return (when === 'now' || time !== '') && without
}
