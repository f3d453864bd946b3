import { formatDate } from '@ce/client/format.ts'
import type { SiteText } from '@ce/client/staff/first_page.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

type Dated = Pick<SiteText, 'state' | 'effectiveFrom'>

/** Approved for a day that has not come. @param now epoch ms */
export function isToCome({ state, effectiveFrom }: Dated, now = Date.now()): boolean {
  return state === 'APPROVED' && effectiveFrom > formatDate(now)
}

/** How a version stands among all of its text, the newest first. @param now epoch ms */
export function stateOf<Text extends Dated>(
  text: Text,
  all: readonly Text[],
  now = Date.now(),
): { label: string; kind: StatusKind } {
  if (text.state === 'PROPOSED') return { label: '待审核', kind: 'doing' }
  if (text.state === 'REFUSED') return { label: '已驳回', kind: 'error' }
  if (text.state === 'TAKEN_BACK' || text.state === 'WITHDRAWN')
    return { label: '已撤回', kind: 'locked' }
  if (isToCome(text, now)) return { label: '即将生效', kind: 'doing' }
  const [inForce] = all
    .filter((one) => one.state === 'APPROVED' && !isToCome(one, now))
    .toSorted((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom))
  return text === inForce
    ? { label: '现行版本', kind: 'done' }
    : { label: '历史版本', kind: 'locked' }
}
