import { grantQuery } from '@ce/client/certification_grant.ts'
import { canBegin, type ExamInfo, type ExamResult } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useQuery } from '@tanstack/react-query'
import { useKit } from '../../components/kit.tsx'
import { paths } from '../../paths.ts'
import { outcomeWords } from '../certification_grant/year-words.ts'
import classes from './ExamResult.module.css'

/** Passed: what the year has come to; failed: again, or the course once more, while the year lasts; always: back to the courses. */
export function NextSteps({ seat, result }: { seat: ExamSeat; result: ExamResult }) {
  const { LinkButton } = useKit()
  const { info } = seat.state
  const courses = paths.course(info.signId)
  if (result.passed) return <Passed info={info} attemptId={result.attemptId} />
  const closed = info.lockedBecause === 'CLOSED'
  const exhausted = result.attemptsLeft === 0 && !canBegin(info)
  return (
    <>
      {closed && <p>该年度学习与考试时间已结束，不能再考。</p>}
      {exhausted && !closed && (
        <p>
          本轮考试次数已用完。请把本课程的全部课时重新学习一遍，学完后可再考{' '}
          {info.rules.attemptsPerRound} 次；重新学习不重复计学时。
        </p>
      )}
      <div className={classes.steps}>
        {!closed && <OnceMore seat={seat} exhausted={exhausted} />}
        {exhausted && isOpen(info, result) && (
          <LinkButton to={paths.attempt(info.signId, info.id, result.attemptId)}>
            答卷与解析
          </LinkButton>
        )}
        <LinkButton to={courses}>返回课程列表</LinkButton>
      </div>
    </>
  )
}

/** Whether the paper may be looked at; not yet known of a sitting that the page has heard nothing of since its end. */
function isOpen(info: ExamInfo, { attemptId }: Pick<ExamResult, 'attemptId'>): boolean {
  return info.attempts.find((one) => one.attemptId === attemptId)?.reviewable ?? false
}

/** The proof, where the year has it; the courses, where hours are missing still. */
function Passed({ info, attemptId }: { info: ExamInfo; attemptId: string }) {
  const { LinkButton } = useKit()
  const query = useQuery(grantQuery(info.year))
  // as it was before this exam it would be wrong, and after a failure it is that still
  const isFresh = query.isFetchedAfterMount && query.isSuccess
  const year = isFresh ? query.data.list[0] : undefined
  const proof = year?.state === 'ISSUED' ? year.proofId : null
  return (
    <>
      {/* said as it comes */}
      <p role="status">{year && outcomeWords(year)}</p>
      <div className={classes.steps}>
        {/* in one order, whatever the year says: nothing moves under a finger */}
        <LinkButton kind={proof ? 'default' : 'primary'} to={paths.course(info.signId)}>
          返回课程列表
        </LinkButton>
        <LinkButton
          kind={proof ? 'primary' : 'default'}
          to={proof ? paths.grantDetail(proof) : paths.grant()}
        >
          查看学时证明
        </LinkButton>
        {isOpen(info, { attemptId }) && (
          <LinkButton to={paths.attempt(info.signId, info.id, attemptId)}>答卷与解析</LinkButton>
        )}
      </div>
    </>
  )
}

/** The exam again, or the course before it where the round is spent. */
function OnceMore({ seat, exhausted }: { seat: ExamSeat; exhausted: boolean }) {
  const { Button, LinkButton } = useKit()
  const { signId, id } = seat.state.info
  if (exhausted)
    return (
      <LinkButton kind="primary" to={paths.learn(signId, id)}>
        去重新学习
      </LinkButton>
    )
  return (
    <Button kind="primary" onClick={() => seat.attempt.dispatch({ on: 'again' })}>
      重新考试
    </Button>
  )
}
