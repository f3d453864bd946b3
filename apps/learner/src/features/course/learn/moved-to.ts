import { formatDateTime } from '@ce/client/format.ts'
import type { MovedTo } from '@ce/client/lesson-player/state.ts'

/** Where study went on, as its owner would say it. */
export function whereOf({ device, at, courseTitle, lessonTitle }: MovedTo): string {
  return `${formatDateTime(at)} 起在${device || '另一页面'}学习《${courseTitle}》的“${lessonTitle}”`
}
