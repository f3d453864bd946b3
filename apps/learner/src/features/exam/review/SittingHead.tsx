import type { Output } from '@ce/client/call.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { Dated } from '@ce/ui/Dated.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import before from '../BeforeExam.module.css'
import frame from '../Exam.module.css'
import { endedBy } from '../ended-by.ts'

type Sitting = Omit<Output<'GET /exam/v1/answer_log'>, 'entries' | 'firstHash' | 'intact'>

/** Which attempt is looked at, and what it came to. */
export function SittingHead({ sitting }: { sitting: Sitting }) {
  return (
    <section className={frame.card} aria-label="本次考试">
      <h2>{sitting.courseTitle}</h2>
      <p>
        <Standing sitting={sitting} /> {sitting.score} 分（满分 {sitting.totalPoints} 分）
      </p>
      <p className={before.quiet}>
        <Dated>
          {formatDateTime(sitting.startedAt)} 开始，{formatDateTime(sitting.submittedAt)}{' '}
        </Dated>
        {endedBy(sitting.submittedBy)}
        <br />
        交卷回执 <span className={before.receipt}>{sitting.receipt}</span>
      </p>
    </section>
  )
}

function Standing({ sitting: { voided, passed } }: { sitting: Sitting }) {
  if (voided) return <StatusMark kind="error">成绩已作废</StatusMark>
  return passed ? (
    <StatusMark kind="done">合格</StatusMark>
  ) : (
    <StatusMark kind="warning">未合格</StatusMark>
  )
}
