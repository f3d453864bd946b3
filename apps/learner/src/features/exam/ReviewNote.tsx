import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { reviewReasonWords } from '@ce/contract/review-reasons'
import { StatusMark } from '@ce/ui/StatusMark.tsx'

type Attempt = ExamInfo['attempts'][number]

/** 待核查, said so that nobody is frightened: why this very sitting is, and what may come of it. */
export function ReviewNote({ attempt }: { attempt: Pick<Attempt, 'reviewReasons'> }) {
  const reasons = attempt.reviewReasons.map(({ reason, count }) => reviewReasonWords(reason, count))
  return (
    <p>
      <StatusMark kind="doing">
        待核查：{reasons.length > 0 ? `${reasons.join('；')}。` : ''}
        工作人员会核实是否本人参考，可能打电话向您了解情况，请留意来电。这不表示您有问题，成绩和学时照常有效。
      </StatusMark>
    </p>
  )
}
