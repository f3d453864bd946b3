import { canBegin, type ExamResult } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useKit } from '../kit.tsx'
import { useStudentPaths } from '../paths.ts'
import classes from './ExamResult.module.css'

/** Passed: the proof; failed: again, or the course once more, while the year lasts; always: back to the courses. */
export function NextSteps({ seat, result }: { seat: ExamSeat; result: ExamResult }) {
  const { LinkButton } = useKit()
  const paths = useStudentPaths()
  const { info } = seat.state
  const courses = paths.course(info.signId)
  if (result.passed)
    return (
      <div className={classes.steps}>
        <LinkButton kind="primary" to={courses}>
          返回课程列表
        </LinkButton>
        <LinkButton to={paths.grant()}>查看学时证明</LinkButton>
        <LinkButton to={paths.attempt(info.signId, info.id, result.attemptId)}>
          答卷与解析
        </LinkButton>
      </div>
    )
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
        {exhausted && (
          <LinkButton to={paths.attempt(info.signId, info.id, result.attemptId)}>
            答卷与解析
          </LinkButton>
        )}
        <LinkButton to={courses}>返回课程列表</LinkButton>
      </div>
    </>
  )
}

/** The exam again, or the course before it where the round is spent. */
function OnceMore({ seat, exhausted }: { seat: ExamSeat; exhausted: boolean }) {
  const { Button, LinkButton } = useKit()
  const paths = useStudentPaths()
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
