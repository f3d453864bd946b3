import { Loaded } from '@ce/client/components/Loaded.tsx'
import { isFocusLost, refocus } from '@ce/client/components/refocus.ts'
import { examInfoQuery } from '@ce/client/exam.ts'
import { type ExamInfo, isSitting } from '@ce/client/exam-attempt/state.ts'
import { type ExamSeat, useExamAttempt } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useWakeLock } from '@ce/client/wake-lock.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { ErrorState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { emptyWords } from '../../components/empty-words.ts'
import { useKit } from '../../components/kit.tsx'
import { NoSuch } from '../../components/NoSuch.tsx'
import { paths } from '../../paths.ts'
import { BeforeExam } from './BeforeExam.tsx'
import { ExamResult } from './ExamResult.tsx'
import { useExamKit } from './exam-kit.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Paper } from './Paper.tsx'

/** 在线考试 of one course of a sign (specification §2, product §4 Exam). */
export function ExamPlace() {
  const { Frame } = useExamKit()
  const { signid: signId = '', id = '' } = useParams()
  const query = useQuery(examInfoQuery({ signId, id }))
  if (query.data) return <ExamRoom key={query.data.id} info={query.data} />
  return (
    <Frame title="在线考试">
      <Loaded
        query={query}
        skeleton={<Skeleton shape={['title', 'line', 'card', 'card']} />}
        missing={<NoSuch words={emptyWords.noSuchExam} to={paths.myCourses()} />}
      >
        {() => null}
      </Loaded>
    </Frame>
  )
}

/** The page follows the attempt's named states. */
function ExamRoom({ info }: { info: ExamInfo }) {
  const { Button } = useKit()
  const { Frame } = useExamKit()
  const seat = useExamAttempt(info)
  const { state, attempt } = seat
  // who reads a question touches nothing for a while
  useWakeLock(isSitting(state))
  const part = partOf(state.phase)
  const before = useRef(part)
  // “重新考试” and its like go with the part they stood in; the paper and the result take the focus themselves
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    if (!isFocusLost()) return
    scrollTo(0, 0)
    refocus()
  }, [part])
  switch (state.phase) {
    case 'running':
    case 'submitting':
    case 'expired':
      return (
        <>
          <Paper seat={seat} />
          <LeaveGuard seat={seat} />
        </>
      )
    case 'submitted':
      return <ExamResult seat={seat} />
    case 'error':
      return (
        <Frame title={state.info.courseTitle}>
          <ErrorState
            title="考试页面无法继续"
            action={<Button onClick={() => attempt.dispatch({ on: 'again' })}>返回考试说明</Button>}
          >
            {state.problem}。已保存的答案不会丢失，返回后可以继续考试。
          </ErrorState>
        </Frame>
      )
    default:
      return <BeforeExam seat={seat} />
  }
}

/** What of the room is on screen. */
function partOf(phase: ExamSeat['state']['phase']): 'before' | 'paper' | 'after' {
  if (phase === 'running' || phase === 'submitting' || phase === 'expired') return 'paper'
  return phase === 'submitted' || phase === 'error' ? 'after' : 'before'
}
