import type { LedgerEntry } from '@ce/client/staff/certification_grant.ts'
import { paths } from '../../paths.ts'

interface Way {
  to: string
  label: string
}

/** Links to the origin of an entry that the reader may open. A reversal has the reversed entry's links. */
export function ledgerEntryLinks(
  { sitting, reductionId }: LedgerEntry,
  may: { exams: boolean; studies: boolean; reductions: boolean },
): Way[] {
  return [
    ...(sitting && may.exams ? [{ to: paths.examsOne(sitting.attemptId), label: '考试' }] : []),
    // No link after a re-study, because the study record then belongs to another round.
    ...(sitting && sitting.lessons.length > 0 && may.studies
      ? [{ to: paths.study(sitting.signCourseId), label: '学习记录' }]
      : []),
    ...(reductionId && may.reductions ? [{ to: paths.reduction(reductionId), label: '减免申请' }] : []),
  ]
}
