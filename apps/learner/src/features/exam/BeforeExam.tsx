import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { remainingSeconds } from '@ce/client/exam-attempt/state.ts'
import type { ExamSession } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { useRemainingSeconds } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { formatDateTime, formatLastDay, formatRemainingTime } from '@ce/client/format.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { type ReactNode, useEffect } from 'react'
import { paths } from '../../paths.ts'
import classes from './BeforeExam.module.css'
import frame from './Exam.module.css'
import { ExamFrame } from './ExamFrame.tsx'
import { UnsentAnswersList } from './LeftAnswers.tsx'
import { ExamLockNote } from './LockNote.tsx'
import { PastAttempts } from './PastAttempts.tsx'
import { RehearsalPanel } from './Rehearsal.tsx'
import { StartExam } from './StartExam.tsx'
import { formatExamDuration } from './text.ts'
import { useUnsentAnswersContext } from './UnsentAnswersSender.tsx'

export function ExamEntrance({ seat }: { seat: ExamSession }) {
  const { info, phase } = seat.state
  const left = useUnsentAnswersContext()
  const { look } = left
  // The page kept its data from before the attempt, so fetch it again.
  useEffect(look, [look])
  const own = left.awaited.find(({ paper: { exam } }) => exam.signId === info.signId && exam.id === info.id)
  const running = info.runningAttemptId !== null
  const rules = <ExamRules info={info} />
  return (
    <ExamFrame
      title="在线考试"
      course={info.courseTitle}
      back={{ to: paths.course(info.signId), label: '返回课程列表' }}
    >
      <UnsentAnswersList left={left} />
      <ExamLockNote info={info} />
      {running && <ResumeExam seat={seat} />}
      {phase !== 'locked' && !running ? <StartExam seat={seat} awaited={own} rules={rules} /> : rules}
      {!running && info.state !== 'PASSED' && <RehearsalPanel />}
      {info.attempts.length > 0 && <PastAttempts info={info} />}
    </ExamFrame>
  )
}

/** Shown while an attempt is running on this or another device. */
function ResumeExam({ seat }: { seat: ExamSession }) {
  const { state, attempt } = seat
  const { info, phase, problem } = state
  const endsAt = info.runningDeadline === null ? null : Date.parse(info.runningDeadline)
  const over = endsAt !== null && remainingSeconds({ ...state, deadline: endsAt }, attempt.now()) === 0
  return (
    <section className={frame.card} aria-labelledby="exam-resume">
      <h2 id="exam-resume">考试正在进行</h2>
      {endsAt !== null && !over && <RunningClock seat={seat} endsAt={endsAt} />}
      <p>
        计时没有停止，
        {endsAt !== null && <DatedText>将于 {formatDateTime(endsAt)} 截止，</DatedText>}
        {over ? '请点击查看结果。' : '已作答的内容都在，请尽快继续。'}
      </p>
      {problem && <Alert kind="error" title={problem} />}
      <Button className={classes.action} busy={phase === 'starting'} onClick={() => attempt.dispatch({ on: 'begin' })}>
        继续考试
      </Button>
    </section>
  )
}

function RunningClock({ seat, endsAt }: { seat: ExamSession; endsAt: number }) {
  const seconds = useRemainingSeconds({ ...seat, state: { ...seat.state, deadline: endsAt } })
  return (
    <p className={classes.clock}>
      <span>剩余时间</span>
      <strong role="timer" aria-label="剩余时间">
        {formatRemainingTime(seconds)}
      </strong>
    </p>
  )
}

interface ExamRulesProps {
  info: Pick<ExamInfo, 'rules' | 'durationSeconds' | 'extraPercent' | 'state' | 'attemptsLeft' | 'studyEndAt'>
}

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
        <Rule name="时长" value={formatExamDuration(info.durationSeconds)}>
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

function extraTime({ rules, extraPercent }: ExamRulesProps['info']): string {
  if (extraPercent === 0) return ''
  return `原 ${formatExamDuration(rules.durationSeconds)}，已为您延长 ${extraPercent}%；`
}

function kinds({ single, multiple, judge }: ExamInfo['rules']): string {
  const parts = [
    single > 0 && `单选\u00a0${single}\u00a0题`,
    multiple > 0 && `多选\u00a0${multiple}\u00a0题`,
    judge > 0 && `判断\u00a0${judge}\u00a0题`,
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
