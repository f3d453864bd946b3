import type { CourseState } from '@ce/client/staff/teaching.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'

export const courseStates = ['DRAFT', 'PUBLISHED', 'WITHDRAWN'] as const

export const stateNames: Record<CourseState, string> = {
  DRAFT: '未发布',
  PUBLISHED: '已发布',
  WITHDRAWN: '已撤下',
}

const kinds: Record<CourseState, StatusKind> = {
  DRAFT: 'todo',
  PUBLISHED: 'done',
  WITHDRAWN: 'locked',
}

/** Whether students get the course, and whether there is something they do not see yet. */
export function CourseStateMark({ state, hasDraft }: { state: CourseState; hasDraft: boolean }) {
  return (
    <>
      <StatusMark kind={kinds[state]}>{stateNames[state]}</StatusMark>
      {hasDraft && state !== 'DRAFT' && (
        <>
          {' '}
          <StatusMark kind="doing">有草稿</StatusMark>
        </>
      )}
    </>
  )
}
