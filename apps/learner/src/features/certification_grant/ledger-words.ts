import type { LedgerEntry } from '@ce/client/certification_grant.ts'
import { formatDate } from '@ce/client/format.ts'
import { sourceNames } from '@ce/contract/statistics-names'
import type { StudentPaths } from '../../paths.ts'

export const ledgerEmpty = '这个年度还没有入账的学时。'

/** What an entry is, beside its title and its day: where the hours come from, the paper behind them, and since when they stand here if that is later. */
export function entryWords({ source, reference, at, firstAt }: LedgerEntry): string {
  const what = source === 'ADJUST' ? '合并账号时转入' : sourceNames[source]
  const paper = reference ? `，登记依据 ${reference}` : ''
  return `${what}${paper}${firstAt ? `，${formatDate(at)} 记入本账号` : ''}`
}

export interface LedgerWay {
  to: string
  label: string
}

/** Where an entry's hours can be looked into; a reversal leads to what it takes back, which says why. */
export function entryWays(entry: LedgerEntry, paths: StudentPaths): LedgerWay[] {
  const { source, sitting, reductionId, reversed } = entry
  if (reductionId) return [{ to: paths.reduction(reductionId), label: '减免申请' }]
  if (sitting) {
    const { signId, signCourseId, attemptId, lessons } = sitting
    // the right answers of a sitting that was voided may be kept back until the next; what was handed in never is
    const tab = reversed || source === 'REVERSAL' ? 'log' : undefined
    return [
      { to: paths.attempt(signId, signCourseId, attemptId, tab), label: '考试记录' },
      ...lessons.map(({ id, title }) => ({
        to: paths.learnRecord(signId, signCourseId, id),
        label: `学时来源：${title}`,
      })),
    ]
  }
  // the reason of a record's reversal is told by a message, nowhere else
  return source === 'REVERSAL' ? [{ to: paths.messages(), label: '消息通知' }] : []
}

/** What the entries add up to in each bucket: the figures above them. */
export function entrySums(entries: readonly LedgerEntry[]): Record<LedgerEntry['subject'], number> {
  const sums = { PROFESSIONAL: 0, PUBLIC: 0 }
  for (const { subject, hours } of entries) sums[subject] += Math.round(hours * 10)
  return { PROFESSIONAL: sums.PROFESSIONAL / 10, PUBLIC: sums.PUBLIC / 10 }
}
