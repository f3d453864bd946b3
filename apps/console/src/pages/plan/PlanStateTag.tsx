import type { PlanRow, PlanState } from '@ce/client/staff/plan.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'

const states: Record<PlanState, { kind: StatusKind; text: string }> = {
  DRAFT: { kind: 'todo', text: '草稿' },
  UPCOMING: { kind: 'doing', text: '未到报名时间' },
  OPEN: { kind: 'done', text: '报名中' },
  CLOSED: { kind: 'locked', text: '报名已截止' },
}

export function PlanStateTag({ plan }: { plan: Pick<PlanRow, 'state' | 'closedEarly'> }) {
  const { kind, text } = states[plan.state]
  return <StatusMark kind={kind}>{plan.closedEarly ? '已停止报名' : text}</StatusMark>
}
