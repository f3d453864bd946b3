import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { reviewReasonText } from '@ce/contract/review-reasons'
import { DatedText } from '@ce/ui/Dated.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { AttemptAppeals } from './Appeal.tsx'
import classes from './BeforeExam.module.css'
import frame from './Exam.module.css'
import { regradeResultText, submissionCauseText } from './text.ts'

type Attempt = ExamInfo['attempts'][number]

export function PastAttempts({ info }: { info: ExamInfo }) {
  const attempts = info.attempts.map((attempt, index) => ({ attempt, number: index + 1 }))
  return (
    <section className={frame.card} aria-labelledby="past-attempts">
      <h2 id="past-attempts">考试记录</h2>
      <ul className={classes.attempts}>
        {attempts.toReversed().map(({ attempt, number }) => (
          <li key={attempt.attemptId} className={classes.attempt}>
            <p className={classes.attemptHead}>
              <span>
                <DatedText>
                  第 {number} 次 · {formatDateTime(attempt.startedAt)}
                </DatedText>
              </span>
              <span className={classes.standings}>
                {isInReview(attempt) && <StatusMark kind="doing">待核查</StatusMark>}
                <Standing attempt={attempt} />
              </span>
            </p>
            {attempt.submittedAt && <Facts attempt={attempt} />}
            {attempt.regrades.map((regrade) => (
              <Regraded key={regrade.at} regrade={regrade} />
            ))}
            {attempt.voidReason && <p>作废原因：{attempt.voidReason}</p>}
            {attempt.restoredAt && !attempt.voided && (
              <p>
                <DatedText>作废已于 {formatDateTime(attempt.restoredAt)} 撤销，成绩恢复有效。</DatedText>
              </p>
            )}
            {isInReview(attempt) && <AttemptReviewNote attempt={attempt} />}
            {attempt.submittedAt && <Ways info={info} attempt={attempt} />}
            {attempt.submittedAt && <AttemptAppeals info={info} attempt={attempt} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Regraded({ regrade }: { regrade: Attempt['regrades'][number] }) {
  const { at, reason } = regrade
  return (
    <p className={classes.quiet}>
      <DatedText>{formatDateTime(at)} 这次考试已重新评分：</DatedText>
      {regradeResultText(regrade)}更正说明：{reason}
    </p>
  )
}

/** Links to the reviewed paper, once it cannot help with another attempt, and to the answer log. */
function Ways({ info, attempt }: { info: ExamInfo; attempt: Attempt }) {
  const { signId, id } = info
  const { attemptId } = attempt
  return (
    <p className={classes.ways}>
      {attempt.reviewable && <Link to={paths.attempt(signId, id, attemptId)}>答卷与解析</Link>}
      <Link to={paths.attempt(signId, id, attemptId, 'log')}>作答记录</Link>
    </p>
  )
}

const isInReview = ({ review, voided, submittedAt }: Attempt) => review && !voided && submittedAt !== null

function Standing({ attempt }: { attempt: Attempt }) {
  const { kind, label } = standingOf(attempt)
  return <StatusMark kind={kind}>{label}</StatusMark>
}

function standingOf({ submittedAt, voided, passed }: Attempt): { kind: StatusKind; label: string } {
  if (!submittedAt) return { kind: 'doing', label: '进行中' }
  if (voided) return { kind: 'error', label: '成绩已作废' }
  return passed ? { kind: 'done', label: '合格' } : { kind: 'warning', label: '未合格' }
}

function Facts({ attempt }: { attempt: Attempt }) {
  return (
    <p className={classes.quiet}>
      {attempt.score} 分 · 答对 {attempt.right} 题，答错或未答 {attempt.wrong} 题 ·{' '}
      <DatedText>
        {submissionCauseText(attempt.submittedBy)} · {formatDateTime(attempt.submittedAt)}
      </DatedText>
      <br />
      交卷回执 <span className={classes.receipt}>{attempt.receipt}</span>
    </p>
  )
}

/** Says why this attempt is 待核查, so that the student does not worry. */
export function AttemptReviewNote({ attempt }: { attempt: Pick<Attempt, 'reviewReasons'> }) {
  const reasons = attempt.reviewReasons.map(({ reason, count }) => reviewReasonText(reason, count))
  return (
    <p>
      <StatusMark kind="doing">
        待核查：{reasons.length > 0 ? `${reasons.join('；')}。` : ''}
        工作人员会核实是否本人参考，可能打电话向您了解情况，请留意来电。这不表示您有问题，成绩和学时照常有效。
      </StatusMark>
    </p>
  )
}
