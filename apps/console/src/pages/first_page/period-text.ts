import { portalNow } from '@ce/client/clock.ts'
import { formatDate } from '@ce/client/format.ts'
import type { LegalTextVersion } from '@ce/client/staff/first_page.ts'

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
