import { Loaded } from '@ce/client/components/Loaded.tsx'
import { isFocusLost, refocus } from '@ce/client/components/refocus.ts'
import { examInfoQuery } from '@ce/client/exam.ts'
import { resultIn } from '@ce/client/exam-attempt/ending.ts'
import { type ExamInfo, isSitting } from '@ce/client/exam-attempt/state.ts'
import { type ExamSeat, useExamAttempt } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useWakeLock } from '@ce/client/wake-lock.ts'
import { Button } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { ErrorState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { emptyWords } from '../../components/empty-words.ts'
import { NoSuch } from '../../components/NoSuch.tsx'
import { paths } from '../../paths.ts'
import { BeforeExam } from './BeforeExam.tsx'
import { ExamFrame } from './ExamFrame.tsx'
import { ExamResult } from './ExamResult.tsx'
import { Paper } from './Paper.tsx'
import { useLeft } from './SendLeft.tsx'
import { keepSatHere, readSatHere } from './sat-here.ts'

/** 在线考试 of one course of a sign (specification §2, product §4 Exam). Its state is the attempt's: a lock, a call or a turn of a phone loses nothing. */
export function ExamScreen() {
  const { signid: signId = '', id = '' } = useParams()
  const query = useQuery(examInfoQuery({ signId, id }))
  if (query.data) return <ExamRoom key={query.data.id} info={query.data} />
  return (
    <ExamFrame title="在线考试">
      <Loaded
        query={query}
        skeleton={<Skeleton shape={['title', 'line', 'card', 'card']} />}
        missing={<NoSuch words={emptyWords.noSuchExam} to={paths.myCourses()} />}
      >
        {() => null}
      </Loaded>
    </ExamFrame>
  )
}

/** The page follows the attempt's named states. */
function ExamRoom({ info }: { info: ExamInfo }) {
  const seat = useExamAttempt(info)
  const { state, attempt } = seat
  // who reads a question touches nothing for a while
  useWakeLock(isSitting(state))
  useGoOn(seat)
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
  if (part === 'paper') return <Paper seat={seat} />
  if (state.phase === 'submitted') return <ExamResult seat={seat} />
  if (state.phase === 'error')
    return (
      <ExamFrame title="在线考试" course={state.info.courseTitle}>
        <ErrorState
          title="考试页面无法继续"
          action={
            <Button kind="quiet" onClick={() => attempt.dispatch({ on: 'again' })}>
              返回考试说明
            </Button>
          }
        >
          {state.problem}。已保存的答案不会丢失，返回后可以继续考试。
        </ErrorState>
      </ExamFrame>
    )
  return <BeforeExam seat={seat} />
}

/** What of the room is on screen. */
function partOf(phase: ExamSeat['state']['phase']): 'before' | 'paper' | 'after' {
  if (phase === 'running' || phase === 'submitting' || phase === 'expired') return 'paper'
  return phase === 'submitted' || phase === 'error' ? 'after' : 'before'
}

/** A page that was loaded anew goes on with the attempt that it sat: in the paper, with handing it in, or on its result. */
function useGoOn({ state, attempt }: ExamSeat): void {
  const { phase, sitting, info } = state
  const { awaited, papers } = useLeft()
  const [sat] = useState(readSatHere)
  const done = useRef(sat === null)
  const begun = useRef(false)
  useEffect(() => {
    if (done.current || !sat) return
    if (phase === 'running') {
      done.current = true
      if (sat.handedIn && sitting?.attemptId === sat.attemptId) attempt.dispatch({ on: 'submit' })
      return
    }
    if (phase !== 'ready' && phase !== 'locked') return
    if (info.runningAttemptId === sat.attemptId) {
      // once: what fails says so, beside the button that tries again
      if (!begun.current) attempt.dispatch({ on: 'begin' })
      begun.current = true
      return
    }
    // answers that were sealed here are sent first: they may change the result
    if (awaited.some(({ paper }) => paper.attemptId === sat.attemptId)) return
    const outcome = papers.find(({ attemptId }) => attemptId === sat.attemptId)?.outcome
    const result = outcome?.kind === 'taken' ? outcome.result : resultIn(info, sat.attemptId)
    if (!result) return
    done.current = true
    attempt.dispatch({ on: 'submitted', result })
  }, [sat, phase, sitting, info, awaited, papers, attempt])

  const isOver = phase === 'submitted' && state.result?.attemptId === sat?.attemptId
  useEffect(() => {
    if (isOver) showNotice({ kind: 'success', title: '答卷已提交，结果如下' })
  }, [isOver])

  const attemptId = sitting?.attemptId
  useEffect(() => {
    if (phase === 'submitted') keepSatHere(null)
    else if (attemptId && isSitting({ ...attempt.read(), phase }))
      keepSatHere({ attemptId, handedIn: phase !== 'running' })
  }, [phase, attemptId, attempt])
}
