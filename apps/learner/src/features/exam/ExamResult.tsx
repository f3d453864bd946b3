import { copyText } from '@ce/client/copy-text.ts'
import type { ExamResult as Result } from '@ce/client/exam-attempt/state.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useEffect, useRef } from 'react'
import { useKit } from '../../components/kit.tsx'
import { paths } from '../../paths.ts'
import before from './BeforeExam.module.css'
import frame from './Exam.module.css'
import classes from './ExamResult.module.css'
import { endedBy } from './ended-by.ts'
import { useExamKit } from './exam-kit.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ReviewNote } from './ReviewNote.tsx'

/** What an attempt came to: score, receipt, and what to do next. */
export function ExamResult({ seat }: { seat: ExamSeat }) {
  const { Alert } = useKit()
  const { Frame } = useExamKit()
  const { result, info, unconfirmed, changed } = seat.state
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.focus(), [])
  if (!result) return null
  // of what may not count the other notice tells
  const elsewhere = changed.filter((no) => !unconfirmed.includes(no))
  const listed = info.attempts.find((one) => one.attemptId === result.attemptId)
  return (
    <Frame title="考试结果" course={info.courseTitle} back={{ to: paths.course(info.signId) }}>
      <section
        ref={card}
        tabIndex={-1}
        className={`${frame.card} ${classes.card}`}
        aria-label="考试结果"
      >
        <Score result={result} />
        <dl className={`${before.rules} ${classes.facts}`}>
          <Fact name="答对" value={`${result.right} 题`} />
          <Fact name="答错或未答" value={`${result.wrong} 题`} />
          {!result.passed && <Fact name="本轮剩余次数" value={`${result.attemptsLeft} 次`} />}
          <Fact name="交卷方式" value={endedBy(result.submittedBy)} />
        </dl>
        {result.submittedBy === 'DEADLINE' && (
          <Alert
            kind="info"
            title="考试时间已到，系统以到时为止已保存的答案自动交卷，与本人交卷效力相同。"
          />
        )}
        {unconfirmed.length > 0 && (
          <Alert
            kind="warning"
            title={`第 ${unconfirmed.join('、')} 题最后的作答没有在交卷前传到服务器，可能没有计入成绩。`}
          />
        )}
        {elsewhere.length > 0 && (
          <p className={before.quiet}>
            第 {elsewhere.join('、')} 题在其他页面或设备上也作答过，按最后的作答计分。
          </p>
        )}
        {listed?.review && <ReviewNote attempt={listed} />}
        <Receipt receipt={result.receipt} />
        <NextSteps seat={seat} result={result} />
      </section>
    </Frame>
  )
}

function Score({ result }: { result: Result }) {
  return (
    <div className={classes.score}>
      <p>
        <strong>{result.score}</strong> 分<small>（满分 {result.totalPoints} 分）</small>
      </p>
      <div>
        <StatusMark kind={result.passed ? 'done' : 'warning'}>
          {result.passed ? '考试合格，学时已计入' : '未达到及格分'}
        </StatusMark>
        <p className={before.quiet}>及格分 {result.passMark} 分</p>
      </div>
    </div>
  )
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

const receiptHint =
  '回执对应您的每一次作答记录，请保存。对成绩有疑问的，可在考试页的“考试记录”里对这次考试提出申诉。'

/** The code that proves what was handed in; to be kept. */
function Receipt({ receipt }: { receipt: string }) {
  const { Button } = useKit()
  const tell = useExamKit().useTell()
  const copy = async () => {
    if (await copyText(receipt)) tell('success', '回执码已复制')
    else tell('error', '复制失败，请选中回执码手动复制')
  }
  return (
    <div className={classes.receipt}>
      <span>交卷回执</span>
      <code>{receipt}</code>
      <Button size="small" onClick={copy}>
        复制回执码
      </Button>
      <p className={before.quiet}>{receiptHint}</p>
    </div>
  )
}
