import type { LedgerEntry } from '@ce/client/certification_grant.ts'
import { sourceNames } from '@ce/contract/statistics-names'
import type { StudentPaths } from '../paths.ts'

export const ledgerEmpty = '这个年度还没有入账的学时。'

/** What an entry is, beside its title: where the hours come from, and the paper behind them. */
export function entryWords({ source, reference }: LedgerEntry): string {
  const what = source === 'ADJUST' ? '合并账号时转入' : sourceNames[source]
  return reference ? `${what}，凭证 ${reference}` : what
}

export interface LedgerWay {
  to: string
  label: string
}

/** Where an entry's hours can be looked into; a reversal leads to what it takes back, which says why. */
export function entryWays(entry: LedgerEntry, paths: StudentPaths): LedgerWay[] {
  const { source, sitting, reductionId } = entry
  if (reductionId) return [{ to: paths.reduction(reductionId), label: '减免申请' }]
  if (sitting) {
    const { signId, signCourseId, attemptId, lessons } = sitting
    return [
      { to: paths.attempt(signId, signCourseId, attemptId), label: '考试记录' },
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
