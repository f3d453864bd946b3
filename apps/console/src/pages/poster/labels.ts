import { formatDateTime } from '@ce/client/format.ts'
import type { PosterState, PosterSummary } from '@ce/client/staff/poster.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

export const posterStateLabels: Record<PosterState, { label: string; kind: StatusKind }> = {
  DRAFT: { label: '草稿', kind: 'todo' },
  SCHEDULED: { label: '定时发布', kind: 'doing' },
  PUBLISHED: { label: '已发布', kind: 'done' },
  WITHDRAWN: { label: '已撤回', kind: 'locked' },
}

type Versions = Pick<PosterSummary, 'state' | 'draftNo' | 'publishedNo'>

export function posterRevisionText({ state, draftNo, publishedNo }: Versions): {
  words: string
  pending: boolean
} {
  if (publishedNo === null) return { words: `第 ${draftNo} 稿，未发布过`, pending: false }
  const verb = { PUBLISHED: '已发布', SCHEDULED: '将发布', WITHDRAWN: '撤回前为', DRAFT: '曾发布' }[state]
  const words = `${verb}第 ${publishedNo} 稿`
  return { words, pending: draftNo !== publishedNo }
}

/** A withdrawn item shows no time, because readers would take it for the time of withdrawal. */
export function publicationTimeText({ state, publishAt }: Pick<PosterSummary, 'state' | 'publishAt'>): string {
  return publishAt && state !== 'WITHDRAWN' ? formatDateTime(publishAt) : ''
}
