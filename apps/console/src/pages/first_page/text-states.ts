import type { LegalTextVersion } from '@ce/client/staff/first_page.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

interface Look {
  label: string
  kind: StatusKind
}

const states: Record<Exclude<LegalTextVersion['state'], 'APPROVED'>, Look> = {
  PROPOSED: { label: '待审核', kind: 'doing' },
  REFUSED: { label: '已驳回', kind: 'error' },
  TAKEN_BACK: { label: '已撤回', kind: 'locked' },
  WITHDRAWN: { label: '已撤回', kind: 'locked' },
}

const phases: Record<NonNullable<LegalTextVersion['phase']>, Look> = {
  COMING: { label: '即将生效', kind: 'doing' },
  IN_FORCE: { label: '现行版本', kind: 'done' },
  PAST: { label: '历史版本', kind: 'locked' },
}

export function legalTextStateMark({ state, phase }: Pick<LegalTextVersion, 'state' | 'phase'>): Look {
  return state === 'APPROVED' ? phases[phase ?? 'PAST'] : states[state]
}
