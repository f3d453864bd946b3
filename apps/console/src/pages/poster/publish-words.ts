import { portalNow } from '@ce/client/clock.ts'
import { formatDateTime } from '@ce/client/format.ts'
import type { PosterHead } from '@ce/client/staff/poster.ts'

type Dated = Pick<PosterHead, 'state' | 'publishedNo' | 'publishAt' | 'datedAt'>

/** Whether it waits for its own date when it is published without a time: an import may bring one to come. */
export function isToCome({ datedAt }: Pick<Dated, 'datedAt'>): boolean {
  return datedAt !== null && new Date(datedAt) > new Date(portalNow())
}

/** What publishing it now means for its date; '': it becomes that of now. */
export function dateWords(head: Dated): string {
  const { state, publishedNo, datedAt } = head
  if (datedAt === null) return ''
  const date = formatDateTime(datedAt)
  if (state === 'PUBLISHED')
    return `它会立即代替读者现在看到的第 ${publishedNo} 稿，发布日期（${date}）不变。`
  if (publishedNo !== null && !isToCome(head))
    return `立即发布保留原来的发布日期（${date}）；要换日期，请选定时。`
  const imported = `导入时写明的日期是 ${date}，`
  return isToCome(head)
    ? `${imported}还没有到：到那时读者才看得到；要提前，请选定时。`
    : `${imported}立即发布就用这个日期。`
}

/** What became of it. @param head as it is now; undefined: not known. @param asked the time that was asked for */
export function publishedWords(
  head: Pick<Dated, 'state' | 'publishAt'> | undefined,
  asked: string | null,
): string {
  const at = head?.state === 'SCHEDULED' ? head.publishAt : asked
  return at ? `将于 ${formatDateTime(at)} 发布` : '已发布，读者现在可以看到'
}

interface Asked {
  when: 'now' | 'later'
  /** '' while none is chosen */
  time: string
  /** no file is missing, or it was said that it goes out without */
  without: boolean
}

/** Whether the dialog has what it needs: a time to come, and a word about each file that would be missing. */
export function mayPublish({ when, time, without }: Asked): boolean {
  return (when === 'now' || time !== '') && without
}
