import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { remainingSeconds } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useRemaining } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { formatDateTime, formatLastDay, formatRemaining } from '@ce/client/format.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { type ReactNode, useEffect } from 'react'
import { paths } from '../../paths.ts'
import classes from './BeforeExam.module.css'
import frame from './Exam.module.css'
import { ExamFrame } from './ExamFrame.tsx'
import { LeftPapers } from './LeftAnswers.tsx'
import { LockNote } from './LockNote.tsx'
import { PastAttempts } from './PastAttempts.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import { useLeft } from './SendLeft.tsx'
import { StartExam } from './StartExam.tsx'
import { examTime } from './text.ts'

/** The page before an attempt: the way in, its rules, what is missing, and past attempts. */
export function BeforeExam({ seat }: { seat: ExamSeat }) {
  const { info, phase } = seat.state
  const left = useLeft()
  const { look } = left
  // back from an attempt, the page was not changed
  useEffect(look, [look])
  const own = left.awaited.find(
    ({ paper: { exam } }) => exam.signId === info.signId && exam.id === info.id,
  )
  const running = info.runningAttemptId !== null
  const rules = <ExamRules info={info} />
  return (
    <ExamFrame
      title="在线考试"
      course={info.courseTitle}
      back={{ to: paths.course(info.signId), label: '返回课程列表' }}
    >
      <LeftPapers left={left} />
      <LockNote info={info} />
      {running && <ResumeExam seat={seat} />}
      {phase !== 'locked' && !running ? (
        <StartExam seat={seat} awaited={own} rules={rules} />
      ) : (
        rules
      )}
      {!running && info.state !== 'PASSED' && <Rehearsal />}
      {info.attempts.length > 0 && <PastAttempts info={info} />}
    </ExamFrame>
  )
}

/** An attempt is under way, here or on another device: how long it lasts still, and the way back into it. */
function ResumeExam({ seat }: { seat: ExamSeat }) {
  const { state, attempt } = seat
  const { info, phase, problem } = state
  const endsAt = info.runningDeadline === null ? null : Date.parse(info.runningDeadline)
  const over =
    endsAt !== null && remainingSeconds({ ...state, deadline: endsAt }, attempt.now()) === 0
  return (
    <section className={frame.card} aria-labelledby="exam-resume">
      <h2 id="exam-resume">考试正在进行</h2>
      {endsAt !== null && !over && <RunningClock seat={seat} endsAt={endsAt} />}
      <p>
        计时没有停止，
        {endsAt !== null && <Dated>将于 {formatDateTime(endsAt)} 截止，</Dated>}
        {over ? '请点击查看结果。' : '已作答的内容都在，请尽快继续。'}
      </p>
      {problem && <Alert kind="error" title={problem} />}
      <Button
        className={classes.action}
        busy={phase === 'starting'}
        onClick={() => attempt.dispatch({ on: 'begin' })}
      >
        继续考试
      </Button>
    </section>
  )
}

function RunningClock({ seat, endsAt }: { seat: ExamSeat; endsAt: number }) {
  const seconds = useRemaining({ ...seat, state: { ...seat.state, deadline: endsAt } })
  return (
    <p className={classes.clock}>
      <span>剩余时间</span>
      <strong role="timer" aria-label="剩余时间">
        {formatRemaining(seconds)}
      </strong>
    </p>
  )
}

interface ExamRulesProps {
  info: Pick<
    ExamInfo,
    'rules' | 'durationSeconds' | 'extraPercent' | 'state' | 'attemptsLeft' | 'studyEndAt'
  >
}

/** Counts, points, pass mark, time and – until one is passed – attempts, each with its unit. */
export function ExamRules({ info }: ExamRulesProps) {
  const { rules } = info
  return (
    <section className={frame.card} aria-labelledby="exam-rules">
      <h2 id="exam-rules">考试规则</h2>
      <dl className={classes.rules}>
        <Rule name="题量" value={`${rules.single + rules.multiple + rules.judge} 题`}>
          {kinds(rules)}
        </Rule>
        <Rule name="总分" value={`${rules.totalPoints} 分`}>
          每题 {rules.pointsEach} 分，多选题全对才得分
        </Rule>
        <Rule name="及格分" value={`${rules.passMark} 分`} />
        <Rule name="时长" value={examTime(info.durationSeconds)}>
          {extraTime(info)}中途不暂停
        </Rule>
        {info.state !== 'PASSED' && (
          <Rule name="剩余次数" value={`${info.attemptsLeft} 次`}>
            每轮 {rules.attemptsPerRound} 次
          </Rule>
        )}
        <Rule name="考试截止" value={formatLastDay(info.studyEndAt)}>
          截止前开始的考试可考完
        </Rule>
      </dl>
    </section>
  )
}

/** What the extra time is an addition to. */
function extraTime({ rules, extraPercent }: ExamRulesProps['info']): string {
  if (extraPercent === 0) return ''
  return `原 ${examTime(rules.durationSeconds)}，已为您延长 ${extraPercent}%；`
}

function kinds({ single, multiple, judge }: ExamInfo['rules']): string {
  const parts = [
    single > 0 && `单选 ${single}\u00a0题`,
    multiple > 0 && `多选 ${multiple}\u00a0题`,
    judge > 0 && `判断 ${judge}\u00a0题`,
  ]
  return parts.filter(Boolean).join('、')
}

function Rule(props: { name: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        <strong>{props.value}</strong>
        {props.children && <span>{props.children}</span>}
      </dd>
    </div>
  )
}
