import { formatDateTime } from '@ce/client/format.ts'
import { type ExamAppealRow, examAppealsQuery } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { appealRemedyNames } from '@ce/contract/appeal-remedies'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, Space, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { viewFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { paths } from '../../paths.ts'
import { AppealAnswerDialog } from './AppealAnswerDialog.tsx'
import { AppealedPaperDialog } from './AppealedPaper.tsx'
import classes from './ExamDesk.module.css'
import { appealStateLabels, attemptDecisionStateLabels } from './labels.ts'
import { ProposeDecisionDialog } from './ProposeDecisionDialog.tsx'
import { LinkedAttemptSummary } from './Sitting.tsx'

const appeals = defineList({
  label: '申诉',
  unit: '项',
  filters: { state: viewFilter('状态', { OPEN: '待答复', ALL: '全部' }, 'OPEN') },
  query: ({ state }, page) => examAppealsQuery({ ...(state === 'OPEN' ? { state } : {}), ...page }),
  empty: ({ state }) => ({
    title: state === 'OPEN' ? '没有等待答复的申诉' : '还没有申诉',
    text: '考生可对每次已结束的考试申诉一次，此后的作废等处置可再各申诉一次。',
  }),
})

export function AppealList() {
  const mayDecide = usePermission('exam.decide')
  const [open, setOpen] = useState<ExamAppealRow | null>(null)
  const [read, setRead] = useState<ExamAppealRow | null>(null)
  const [again, setAgain] = useState<ExamAppealRow | null>(null)
  return (
    <>
      <List list={useList(appeals)} columns={mayDecide ? columns(setOpen, setRead, setAgain) : columns()} />
      {open && <AppealAnswerDialog appeal={open} onClose={() => setOpen(null)} />}
      {again && (again.remedy === 'RESTORE' || again.remedy === 'RESET') && (
        <ProposeDecisionDialog
          seat={{ ...again, student: { name: again.studentName } }}
          kind={again.remedy}
          onClose={() => setAgain(null)}
        />
      )}
      {read && <AppealedPaperDialog appeal={read} onClose={() => setRead(null)} />}
    </>
  )
}

/** True if the decision that followed the appeal was refused or withdrawn. */
function cameToNothing({ decisionState }: ExamAppealRow): boolean {
  return decisionState === 'REFUSED' || decisionState === 'WITHDRAWN'
}

function Remedy({ appeal }: { appeal: ExamAppealRow }) {
  const { remedy, remedyReason, decisionState, questionId, questionNo } = appeal
  if (!remedy) return null
  const state = decisionState && attemptDecisionStateLabels[decisionState]
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

type Act = (appeal: ExamAppealRow) => void

const columns = (answer?: Act, read?: Act, again?: Act): TableProps<ExamAppealRow>['columns'] => [
  {
    key: 'whom',
    title: '考试',
    render: (_, appeal) => <LinkedAttemptSummary sitting={appeal} />,
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
        <StatusMark kind={appealStateLabels[appeal.state].kind}>{appealStateLabels[appeal.state].text}</StatusMark>
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
