import type { CourseState } from '@ce/client/staff/teaching.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'

export const courseStates = ['DRAFT', 'PUBLISHED', 'WITHDRAWN'] as const

export const courseStateNames: Record<CourseState, string> = {
  DRAFT: '未发布',
  PUBLISHED: '已发布',
  WITHDRAWN: '已撤下',
}

const kinds: Record<CourseState, StatusKind> = {
  DRAFT: 'todo',
  PUBLISHED: 'done',
  WITHDRAWN: 'locked',
}

/** The mark also shows a draft that students do not see yet. */
export function CourseStateTag({ state, hasDraft }: { state: CourseState; hasDraft: boolean }) {
  return (
    <>
      <StatusMark kind={kinds[state]}>{courseStateNames[state]}</StatusMark>
      {hasDraft && state !== 'DRAFT' && (
        <>
          {' '}
          <StatusMark kind="doing">有草稿</StatusMark>
        </>
      )}
    </>
  )
}
