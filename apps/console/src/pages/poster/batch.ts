import type { PosterSummary } from '@ce/client/staff/poster.ts'
import type { Permission } from '@ce/contract'

export type PosterBatchKind = 'publish' | 'withdraw' | 'remove'

export const maxPostersInBatch = 100

interface BatchWords {
  verb: string
  permission: Permission
  suits: (row: PosterSummary) => boolean
  others: string
  consequence: string
  danger: boolean
}

export const posterBatchActions: Record<PosterBatchKind, BatchWords> = {
  publish: {
    verb: '发布',
    permission: 'poster.publish',
    suits: ({ state, draftNo, publishedNo }) => state !== 'PUBLISHED' || draftNo !== publishedNo,
    others: '已是最新稿',
    consequence:
      '读者几秒内就能看到它们的最新稿；排好时间的改为现在发布。注明了日期的导入草稿和撤回过的内容用原来的日期，日期还没有到的到时才出现。',
    danger: false,
  },
  withdraw: {
    verb: '撤回',
    permission: 'poster.publish',
    suits: ({ state }) => state === 'PUBLISHED' || state === 'SCHEDULED',
    others: '没有发布',
    consequence: '读者立即看不到它们，已有的链接会显示“没有找到”。可以随时重新发布。',
    danger: true,
  },
  remove: {
    verb: '删除草稿',
    permission: 'poster.edit',
    suits: ({ publishedNo }) => publishedNo === null,
    others: '发布过，只能撤回',
    consequence: '草稿和它们的历史稿会一起删除，不能恢复。',
    danger: true,
  },
}
