import type { LedgerEntry } from '@ce/client/staff/certification_grant.ts'
import { paths } from '../../paths.ts'

interface Way {
  to: string
  label: string
}

/** Where an entry's hours can be looked into by who may open these desks; a reversal leads to what it takes back. */
export function ledgerWays(
  { sitting, reductionId }: LedgerEntry,
  may: { exams: boolean; studies: boolean; reductions: boolean },
): Way[] {
  return [
    ...(sitting && may.exams ? [{ to: paths.examsOne(sitting.attemptId), label: '考试' }] : []),
    // studied anew since, its record is another round's
    ...(sitting && sitting.lessons.length > 0 && may.studies
      ? [{ to: paths.study(sitting.signCourseId), label: '学习记录' }]
      : []),
    ...(reductionId && may.reductions
      ? [{ to: paths.reduction(reductionId), label: '减免申请' }]
      : []),
  ]
}
