import type { ReductionHead, ReductionState } from '@ce/client/course_reduce.ts'
import { reductionStateNames } from '@ce/contract/state-names'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'

const kinds: Readonly<Record<ReductionState, StatusKind>> = {
  DRAFT: 'todo',
  SUBMITTED: 'doing',
  RETURNED: 'warning',
  APPROVED: 'done',
  REJECTED: 'error',
  WITHDRAWN: 'locked',
}

/** How an application stands; one whose hours were taken back says so. */
export function StateMark({ state, reversed }: Pick<ReductionHead, 'state' | 'reversed'>) {
  if (reversed) return <StatusMark kind="error">已冲销</StatusMark>
  return <StatusMark kind={kinds[state]}>{reductionStateNames[state]}</StatusMark>
}
