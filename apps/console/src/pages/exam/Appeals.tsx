import { formatDateTime } from '@ce/client/format.ts'
import { type Appeal, appealsQuery } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { appealRemedyNames } from '@ce/contract/appeal-remedies'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Space, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { AnswerAppeal } from './AnswerAppeal.tsx'
import { AppealedPaper } from './AppealedPaper.tsx'
import { AskDecision } from './AskDecision.tsx'
import classes from './ExamDesk.module.css'
import { LinkedSitting } from './Sitting.tsx'
import { useWaiting, WaitingList } from './WaitingList.tsx'
import { appealStates, decisionStates } from './words.ts'

/** 申诉: those that wait, and those that were answered. */
export function Appeals() {
  const filter = useWaiting()
  const { all, page, pageSize } = filter
  const query = useQuery(appealsQuery({ ...(all ? {} : { state: 'OPEN' }), page, pageSize }))
  const mayDecide = usePermission('exam.decide')
  const [open, setOpen] = useState<Appeal | null>(null)
  const [read, setRead] = useState<Appeal | null>(null)
  const [again, setAgain] = useState<Appeal | null>(null)
  return (
    <>
      <WaitingList<Appeal>
        label="申诉"
        waiting="待答复"
        filter={filter}
        query={query}
        columns={mayDecide ? columns(setOpen, setRead, setAgain) : columns()}
        none={all ? '还没有申诉' : '没有等待答复的申诉'}
        origin="考生可对每次已结束的考试申诉一次，此后的作废等处置可再各申诉一次。"
      />
      {open && <AnswerAppeal appeal={open} onClose={() => setOpen(null)} />}
      {again && (again.remedy === 'RESTORE' || again.remedy === 'RESET') && (
        <AskDecision
          seat={{ ...again, student: { name: again.studentName } }}
          kind={again.remedy}
          onClose={() => setAgain(null)}
        />
      )}
      {read && <AppealedPaper appeal={read} onClose={() => setRead(null)} />}
    </>
  )
}

/** What was to follow was refused or taken back. */
function cameToNothing({ decisionState }: Appeal): boolean {
  return decisionState === 'REFUSED' || decisionState === 'WITHDRAWN'
}

/** What follows from an upheld appeal, and how far it is. */
function Remedy({ appeal }: { appeal: Appeal }) {
  const { remedy, remedyReason, decisionState, questionId, questionNo } = appeal
  if (!remedy) return null
  const state = decisionState && decisionStates[decisionState]
  return (
    <span className={classes.minor}>
      {appealRemedyNames[remedy]}
      {remedyReason && `：${remedyReason}`}
      {state && (
        <>
          {' '}
          <StatusMark kind={state.kind}>{state.text}</StatusMark>
        </>
      )}
      {questionId && (
        <>
          ：<Link to={paths.regradeQuestion(questionId)}>第 {questionNo} 题</Link>
        </>
      )}
    </span>
  )
}

type Act = (appeal: Appeal) => void

const columns = (answer?: Act, read?: Act, again?: Act): TableProps<Appeal>['columns'] => [
  {
    key: 'whom',
    title: '考试',
    render: (_, appeal) => <LinkedSitting sitting={appeal} />,
  },
  {
    key: 'text',
    title: '申诉',
    render: (_, { text, at, answer: said }) => (
      <span className={classes.words}>
        {text}
        <span className={classes.minor}>{formatDateTime(at)}</span>
        {said && <span className={classes.minor}>答复：{said}</span>}
      </span>
    ),
  },
  {
    key: 'state',
    title: '结论',
    render: (_, appeal) => (
      <>
        <StatusMark kind={appealStates[appeal.state].kind}>
          {appealStates[appeal.state].text}
        </StatusMark>
        {appeal.answeredBy && <span className={classes.minor}>{appeal.answeredBy}</span>}
        <Remedy appeal={appeal} />
      </>
    ),
  },
  {
    key: 'act',
    title: '处理',
    render: (_, appeal) =>
      answer && read ? (
        <Space wrap>
          <Button size="small" onClick={() => read(appeal)}>
            看答卷…
          </Button>
          {appeal.state === 'OPEN' && (
            <Button size="small" onClick={() => answer(appeal)}>
              答复…
            </Button>
          )}
          {again && cameToNothing(appeal) && (
            <Button size="small" onClick={() => again(appeal)}>
              重新申请…
            </Button>
          )}
        </Space>
      ) : (
        '—'
      ),
  },
]
