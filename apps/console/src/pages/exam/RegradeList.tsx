import { formatDateTime } from '@ce/client/format.ts'
import type { ChangedQuestion, Regrade } from '@ce/client/staff/exam.ts'
import { changedQuestionsQuery, regradesQuery, useDeclineRegrade } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { examSettleQuestionLimits } from '@ce/contract/generated/staff-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextItem } from '../../kit/FormItems.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { paths } from '../../paths.ts'
import classes from './ExamDesk.module.css'
import { regradeKindTexts, regradeStateLabels } from './regrade-labels.ts'
import { regradeRequestColumn } from './Sitting.tsx'

const regrades = defineList({
  label: '重新评分',
  unit: '项',
  filters: {},
  query: (_, page) => regradesQuery(page),
  empty: {
    title: '还没有重新评分',
    text: '试题的答案有误时，先在题库中更正或停用，再从该题的页面进入重新评分。',
  },
})

export function RegradeList() {
  const { data: changed } = useQuery(changedQuestionsQuery())
  const [settled, setSettled] = useState<ChangedQuestion | null>(null)
  const mayDecide = usePermission('exam.decide')
  return (
    <div className={cards.page}>
      {changed && changed.list.length > 0 && (
        <CardSection id="changed" title="改过答案、还没有重新评分的试题">
          <DeskTable<ChangedQuestion>
            aria-label="改过答案的试题"
            rowKey="questionId"
            columns={changedColumns(mayDecide ? setSettled : null)}
            dataSource={changed.list}
          />
        </CardSection>
      )}
      <List list={useList(regrades)} columns={columns} />
      {settled && <Settle question={settled} onClose={() => setSettled(null)} />}
    </div>
  )
}

const changedColumns = (
  settle: ((question: ChangedQuestion) => void) | null,
): TableProps<ChangedQuestion>['columns'] => [
  {
    key: 'question',
    title: '试题',
    render: (_, { questionId, no, courseTitle, stem }) => (
      <span className={classes.words}>
        <Link to={paths.question(questionId)}>
          {courseTitle}第 {no} 号
        </Link>
        <span className={classes.minor}>{stem}</span>
      </span>
    ),
  },
  { key: 'papers', title: '此前的答卷', render: (_, { papers }) => `${papers} 份` },
  {
    key: 'at',
    title: '修改时间',
    responsive: ['md'],
    render: (_, { at }) => formatDateTime(at),
  },
  {
    key: 'act',
    title: '处理',
    render: (_, question) =>
      settle ? (
        <span className={classes.marks}>
          <LinkButton size="small" to={paths.regradeQuestion(question.questionId)}>
            重新评分
          </LinkButton>
          <Button size="small" onClick={() => settle(question)}>
            无需评分…
          </Button>
        </span>
      ) : (
        '需要权限'
      ),
  },
]

const columns: TableProps<Regrade>['columns'] = [
  {
    key: 'question',
    title: '试题',
    render: (_, { id, questionNo, courseTitle, kind }) => (
      <>
        <Link to={paths.regrade(id)}>
          {courseTitle}第 {questionNo} 号
        </Link>
        <span className={classes.minor}>{regradeKindTexts[kind].name}</span>
      </>
    ),
  },
  {
    key: 'reason',
    title: '更正说明',
    responsive: ['md'],
    render: (_, { reason }) => <span className={classes.words}>{reason}</span>,
  },
  regradeRequestColumn,
  {
    key: 'state',
    title: '进度',
    render: (_, { state, done, total, failed, decidedBy }) => (
      <>
        <StatusMark kind={regradeStateLabels[state].kind}>{regradeStateLabels[state].text}</StatusMark>
        {total > 0 && (
          <span className={classes.minor}>
            {done} / {total} 份{failed > 0 && `，${failed} 份没有完成`}
          </span>
        )}
        {decidedBy && <span className={classes.minor}>{decidedBy}</span>}
      </>
    ),
  },
]

function Settle({ question, onClose }: { question: ChangedQuestion; onClose: () => void }) {
  const settle = useDeclineRegrade()
  return (
    <FormDialog<{ reason: string }>
      title={`${question.courseTitle}第 ${question.no} 号：无需重新评分`}
      okText="登记"
      initialValues={{ reason: '' }}
      send={({ reason }) => settle.mutateAsync({ questionId: question.questionId, reason })}
      onClose={onClose}
    >
      <TextItem
        name="reason"
        label="理由"
        needed
        counted
        limits={examSettleQuestionLimits.reason}
        validateTrigger="onChange"
        extra="写入操作日志。以后再改答案时，会重新列出。"
        rows={2}
        input={{ placeholder: '如：只改了错别字，答案没有变' }}
      />
    </FormDialog>
  )
}
