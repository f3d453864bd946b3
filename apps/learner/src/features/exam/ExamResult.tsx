import { yearGrantQuery } from '@ce/client/certification_grant.ts'
import { copyText } from '@ce/client/copy-text.ts'
import type { ExamInfo, ExamResult as Result } from '@ce/client/exam-attempt/state.ts'
import { canBeginAttempt } from '@ce/client/exam-attempt/state.ts'
import type { ExamSession } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { formatHoursUnit } from '@ce/client/format.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { trialTexts } from '@ce/contract/trial-text'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { yearOutcomeText } from '../certification_grant/year-text.ts'
import before from './BeforeExam.module.css'
import frame from './Exam.module.css'
import { ExamFrame } from './ExamFrame.tsx'
import classes from './ExamResult.module.css'
import { AttemptReviewNote } from './PastAttempts.tsx'
import { submissionCauseText } from './text.ts'

export function ExamResult({ seat }: { seat: ExamSession }) {
  const { result, info, unconfirmed, changed } = seat.state
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    card.current?.focus({ preventScroll: true })
  }, [])
  if (!result) return null
  // Leave out unconfirmed answers, because the other notice already names their questions.
  const elsewhere = changed.filter((no) => !unconfirmed.includes(no))
  const listed = info.attempts.find((one) => one.attemptId === result.attemptId)
  return (
    <ExamFrame
      title="考试结果"
      course={info.courseTitle}
      back={{ to: paths.course(info.signId), label: '返回课程列表' }}
    >
      <section ref={card} tabIndex={-1} className={`${frame.card} ${classes.card}`} aria-label="考试结果">
        <Score info={info} result={result} />
        <dl className={`${before.rules} ${classes.facts}`}>
          <Fact name="答对" value={`${result.right} 题`} />
          <Fact name="答错或未答" value={`${result.wrong} 题`} />
          {!result.passed && <Fact name="本轮剩余次数" value={`${result.attemptsLeft} 次`} />}
          <Fact name="交卷方式" value={submissionCauseText(result.submittedBy)} />
        </dl>
        {result.submittedBy === 'SEALED' && (
          <Alert kind="info" title="断网期间的作答已补交，本次考试会由工作人员核查。" />
        )}
        {result.submittedBy === 'DEADLINE' && (
          <Alert kind="info" title="考试时间已到，系统以到时为止已保存的答案自动交卷，与本人交卷效力相同。" />
        )}
        {unconfirmed.length > 0 && (
          <Alert
            kind="warning"
            title={`第 ${unconfirmed.join('、')} 题最后的作答没有在交卷前传到服务器，可能没有计入成绩。`}
          />
        )}
        {elsewhere.length > 0 && (
          <p className={before.quiet}>第 {elsewhere.join('、')} 题在其他页面或设备上也作答过，按最后的作答计分。</p>
        )}
        {listed?.review && <AttemptReviewNote attempt={listed} />}
        <Receipt receipt={result.receipt} />
        <NextSteps seat={seat} result={result} />
      </section>
    </ExamFrame>
  )
}

function Score({ info, result }: { info: ExamInfo; result: Result }) {
  return (
    <div className={classes.score}>
      <p>
        <strong>{result.score}</strong> 分<small>（满分 {result.totalPoints} 分）</small>
      </p>
      <div>
        <StatusMark kind={result.passed ? 'done' : 'warning'}>
          {result.passed ? passedText(info) : '未达到及格分'}
        </StatusMark>
        <p className={before.quiet}>及格分 {result.passMark} 分</p>
      </div>
    </div>
  )
}

/** Says how many hours the passed exam earned, or that the hours of a trial year do not count. */
function passedText({ trial, hours, subject }: ExamInfo): string {
  if (trial) return `考试合格；${trialTexts.tag}年度的学时不计入继续教育`
  return `考试合格，已计入${subjectNames[subject]} ${formatHoursUnit(hours)}`
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
      </dd>
    </div>
  )
}

const receiptHint = '回执对应您的每一次作答记录，请保存。对成绩有疑问的，可在考试页的“考试记录”里对这次考试提出申诉。'

function Receipt({ receipt }: { receipt: string }) {
  const copy = async () => {
    if (await copyText(receipt)) showNotice({ kind: 'success', title: '回执码已复制' })
    else showNotice({ kind: 'error', title: '复制失败，请选中回执码手动复制' })
  }
  return (
    <div className={classes.receipt}>
      <span>交卷回执</span>
      <code>{receipt}</code>
      <Button kind="quiet" onClick={copy}>
        复制回执码
      </Button>
      <p className={before.quiet}>{receiptHint}</p>
    </div>
  )
}

function NextSteps({ seat, result }: { seat: ExamSession; result: Result }) {
  const { info } = seat.state
  const courses = paths.course(info.signId)
  if (result.passed) return <Passed info={info} attemptId={result.attemptId} />
  const closed = info.lockedBecause === 'CLOSED'
  const exhausted = result.attemptsLeft === 0 && !canBeginAttempt(info)
  return (
    <>
      {closed && <p>该年度学习与考试时间已结束，不能再考。</p>}
      {exhausted && !closed && (
        <p>
          本轮考试次数已用完。请把本课程的全部课时重新学习一遍，学完后可再考 {info.rules.attemptsPerRound}{' '}
          次；重新学习不重复计学时。
        </p>
      )}
      <div className={classes.steps}>
        {!closed && <OnceMore seat={seat} exhausted={exhausted} />}
        {isOpen(info, result) && (
          <WayLink to={paths.attempt(info.signId, info.id, result.attemptId)}>答卷与解析</WayLink>
        )}
        <WayLink to={courses}>返回课程列表</WayLink>
      </div>
    </>
  )
}

/** True if the student may see the paper of the attempt; false until the page has loaded the attempt again. */
function isOpen(info: ExamInfo, { attemptId }: Pick<Result, 'attemptId'>): boolean {
  return info.attempts.find((one) => one.attemptId === attemptId)?.reviewable ?? false
}

function Passed({ info, attemptId }: { info: ExamInfo; attemptId: string }) {
  const query = useQuery(yearGrantQuery(info.year))
  // Ignore cached year data, because it is from before this exam.
  const isFresh = query.isFetchedAfterMount && query.isSuccess
  const year = isFresh ? query.data.list[0] : undefined
  const proof = year?.state === 'ISSUED' ? year.proofId : null
  return (
    <>
      {/* A status, so that screen readers announce the year's outcome when it arrives. */}
      <p role="status">{year && yearOutcomeText(year)}</p>
      <div className={classes.steps}>
        {/* The links keep their order, so that nothing moves under a finger. */}
        <WayLink primary={!proof} to={paths.course(info.signId)}>
          返回课程列表
        </WayLink>
        <WayLink primary={proof !== null} to={proof ? paths.grantDetail(proof) : paths.grant()}>
          查看学时证明
        </WayLink>
        {isOpen(info, { attemptId }) && (
          <WayLink to={paths.attempt(info.signId, info.id, attemptId)}>答卷与解析</WayLink>
        )}
      </div>
    </>
  )
}

function OnceMore({ seat, exhausted }: { seat: ExamSession; exhausted: boolean }) {
  const { signId, id } = seat.state.info
  if (exhausted)
    return (
      <WayLink primary to={paths.learn(signId, id)}>
        去重新学习
      </WayLink>
    )
  return <Button onClick={() => seat.attempt.dispatch({ on: 'again' })}>重新考试</Button>
}

function WayLink(props: { to: string; primary?: boolean; children: ReactNode }) {
  return (
    <Link className={buttonClass(props.primary ? 'primary' : 'quiet')} to={props.to}>
      {props.children}
    </Link>
  )
}
