import { portalNow } from '@ce/client/clock.ts'
import { formatDate } from '@ce/client/format.ts'
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

export function legalTextValidityText(
  texts: readonly Pick<LegalTextVersion, 'version' | 'effectiveFrom'>[],
  day: string | undefined,
  now = portalNow(),
): string {
  const today = formatDate(now)
  const from = day && day > today ? day : today
  const [next] = texts
    .filter(({ effectiveFrom }) => effectiveFrom > from)
    .sort((a, b) => a.effectiveFrom.localeCompare(b.effectiveFrom))
  const until = next ? `到 ${next.effectiveFrom} 版本 ${next.version} 生效为止，` : ''
  return `${from === today ? '从现在起' : `自 ${from} 起`}，${until}`
}
