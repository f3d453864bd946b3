import { formatDateTime } from '@ce/client/format.ts'
import type { AttemptDecisionKind, ExamBoardRow } from '@ce/client/staff/exam.ts'
import { submittedByNames } from '@ce/contract/state-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import classes from './ExamDesk.module.css'
import {
  attemptDecisionKindNames,
  attemptResultText,
  hasNoHeartbeat,
  heartbeatAgeText,
  timeLeftText,
} from './labels.ts'

export const examBoardColumns = (
  serverNow: string,
  ask: ((seat: ExamBoardRow, kind: AttemptDecisionKind) => void) | null,
): TableProps<ExamBoardRow>['columns'] => [
  {
    key: 'student',
    title: '考生',
    render: (_, { student }) => (
      <>
        {student.name}
        <span className={classes.minor}>{student.phoneMasked}</span>
      </>
    ),
  },
  {
    key: 'course',
    title: '考试',
    responsive: ['md'],
    render: (_, { courseTitle, year, no }) => (
      <>
        {courseTitle}
        <span className={classes.minor}>
          {year} 年度 · 第 {no} 次
        </span>
      </>
    ),
  },
  { key: 'time', title: '剩余 / 结束', render: (_, seat) => <Time seat={seat} now={serverNow} /> },
  {
    key: 'answered',
    title: '已答',
    responsive: ['md'],
    width: 88,
    align: 'right',
    render: (_, { answered, questions }) => `${answered} / ${questions}`,
  },
  { key: 'marks', title: '留意', render: (_, seat) => <Marks seat={seat} now={serverNow} /> },
  ...(ask
    ? [
        {
          key: 'act',
          title: '处置',
          render: (_: unknown, seat: ExamBoardRow) => <Acts seat={seat} ask={ask} />,
        },
      ]
    : []),
]

function Time({ seat, now }: { seat: ExamBoardRow; now: string }) {
  const { submittedAt, submittedBy, deadline, startedAt } = seat
  if (!submittedAt)
    return (
      <span className={classes.time}>
        {timeLeftText(deadline, now)}
        <span className={classes.minor}>{formatDateTime(startedAt)} 开始</span>
      </span>
    )
  return (
    <>
      {attemptResultText(seat)}
      <span className={classes.minor}>
        {formatDateTime(submittedAt)} {submittedBy && submittedByNames[submittedBy]}
      </span>
    </>
  )
}

function Marks({ seat, now }: { seat: ExamBoardRow; now: string }) {
  const { heardAt, captures, review, mode, submittedAt, waiting } = seat
  const silent = !submittedAt && hasNoHeartbeat(heardAt, now)
  return (
    <span className={classes.marks}>
      {!submittedAt && (
        <StatusMark kind={silent ? 'warning' : 'done'}>
          {heardAt && (silent ? '失联，' : '在线，')}
          {heartbeatAgeText(heardAt, now)}
        </StatusMark>
      )}
      {mode === 'MANUAL' && <StatusMark kind="todo">人工核验</StatusMark>}
      {captures.missing > 0 && (
        <StatusMark kind="warning">
          抓拍缺 {captures.missing} / {captures.due}
        </StatusMark>
      )}
      {captures.failed > 0 && <StatusMark kind="warning">抓拍失败 {captures.failed}</StatusMark>}
      {review && submittedAt && <StatusMark kind="doing">待核查</StatusMark>}
      {waiting > 0 && <StatusMark kind="doing">处置待复核</StatusMark>}
    </span>
  )
}

function Acts({ seat, ask }: { seat: ExamBoardRow; ask: (seat: ExamBoardRow, kind: AttemptDecisionKind) => void }) {
  const possible: AttemptDecisionKind[] = seat.submittedAt ? [] : ['EXTEND']
  if (!seat.voided) possible.push('VOID')
  possible.push('RESET')
  if (seat.voided) possible.push('RESTORE')
  return (
    <span className={classes.marks}>
      {possible.map((kind) => (
        <Button
          key={kind}
          size="small"
          danger={kind === 'VOID' || kind === 'RESET'}
          aria-label={`${attemptDecisionKindNames[kind]}：${seat.student.name}`}
          onClick={() => ask(seat, kind)}
        >
          {attemptDecisionKindNames[kind]}
        </Button>
      ))}
    </span>
  )
}
