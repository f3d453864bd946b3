import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { isFocusLost, restoreFocus } from '@ce/client/components/restore-focus.ts'
import { examInfoQuery } from '@ce/client/exam.ts'
import { type ExamInfo, isAttemptRunning } from '@ce/client/exam-attempt/state.ts'
import { resultOfAttempt } from '@ce/client/exam-attempt/submit.ts'
import { type ExamSession, useExamAttempt } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useWakeLock } from '@ce/client/wake-lock.ts'
import { Button } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { ErrorState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { paths } from '../../paths.ts'
import { ExamEntrance } from './BeforeExam.tsx'
import { ExamFrame } from './ExamFrame.tsx'
import { ExamResult } from './ExamResult.tsx'
import { RunningExamPaper } from './Paper.tsx'
import { readAttemptOfTab, storeAttemptOfTab } from './tried-on-device.ts'
import { useUnsentAnswersContext } from './UnsentAnswersSender.tsx'

/** The state is kept by an attempt object outside this component, so a screen lock or rotation loses nothing. */
export function ExamScreen() {
  const { signid: signId = '', id = '' } = useParams()
  const query = useQuery(examInfoQuery({ signId, id }))
  if (query.data) return <ExamRoom key={query.data.id} info={query.data} />
  return (
    <ExamFrame title="在线考试">
      <QueryContent
        query={query}
        skeleton={<Skeleton shape={['title', 'line', 'card', 'card']} />}
        missing={<NotFoundNote words={emptyScreenTexts.noSuchExam} to={paths.myCourses()} />}
      >
        {() => null}
      </QueryContent>
    </ExamFrame>
  )
}

function ExamRoom({ info }: { info: ExamInfo }) {
  const seat = useExamAttempt(info)
  const { state, attempt } = seat
  // Reading a question needs no touch, so the screen must stay on.
  useWakeLock(isAttemptRunning(state))
  useGoOn(seat)
  const part = partOf(state.phase)
  const before = useRef(part)
  // The button “重新考试” disappears when pressed, so move the focus. The screens of paper and result move it themselves.
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    if (!isFocusLost()) return
    scrollTo(0, 0)
    restoreFocus()
  }, [part])
  if (part === 'paper') return <RunningExamPaper seat={seat} />
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
  return <ExamEntrance seat={seat} />
}

function partOf(phase: ExamSession['state']['phase']): 'before' | 'paper' | 'after' {
  if (phase === 'running' || phase === 'submitting' || phase === 'expired') return 'paper'
  return phase === 'submitted' || phase === 'error' ? 'after' : 'before'
}

/** After a reload, the page resumes the same attempt: answering, submitting or its result. */
function useGoOn({ state, attempt }: ExamSession): void {
  const { phase, sitting, info } = state
  const { awaited, papers } = useUnsentAnswersContext()
  const [sat] = useState(readAttemptOfTab)
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
      // Resume only once. After an error, the student presses a button to retry.
      if (!begun.current) attempt.dispatch({ on: 'begin' })
      begun.current = true
      return
    }
    // Send unsent answers before showing the result, because they may change it.
    if (awaited.some(({ paper }) => paper.attemptId === sat.attemptId)) return
    const outcome = papers.find(({ attemptId }) => attemptId === sat.attemptId)?.outcome
    const result = outcome?.kind === 'taken' ? outcome.result : resultOfAttempt(info, sat.attemptId)
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
    if (phase === 'submitted') storeAttemptOfTab(null)
    else if (attemptId && isAttemptRunning({ ...attempt.read(), phase }))
      storeAttemptOfTab({ attemptId, handedIn: phase !== 'running' })
  }, [phase, attemptId, attempt])
}
