import { formatDateTime, formatHours } from '@ce/client/format.ts'
import type { DeskReductionSummary, ReductionBatchOutcome } from '@ce/client/staff/course_reduce.ts'
import { deskReductionsQuery, staffReductionTypesQuery } from '@ce/client/staff/course_reduce.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { searchLimits } from '@ce/contract/search-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { choiceFilter, personalFilter, textFilter, viewFilter, yearFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { SelectionBar, useSelection } from '../../kit/list/Selection.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { BatchReductionApprovalDialog } from './BatchApprovalDialog.tsx'
import { reductionStageLabels } from './labels.ts'
import classes from './Reductions.module.css'

const mostAtOnce = 50
const { PROFESSIONAL, PUBLIC } = subjectNames

const reductions = defineList({
  label: '减免申请',
  unit: '份',
  filters: {
    stage: viewFilter('审核进度', reductionStageLabels, 'FIRST'),
    keyword: personalFilter(textFilter('姓名、手机号或申报单号', searchLimits.reductions)),
    type: choiceFilter('减免类型', '全部类型'),
    year: yearFilter(),
    subject: choiceFilter('科目', '全部科目', { PROFESSIONAL, PUBLIC }),
  },
  query: ({ type, ...filter }, page) => deskReductionsQuery({ ...filter, typeCode: type, ...page }),
  empty: ({ stage }) => ({
    title: `没有${reductionStageLabels[stage].label}的申请`,
    text: '学员提交的申请会按先后排在这里。',
  }),
  idsOf: ({ list }) => list.map(({ id }) => id),
})

export function ReductionQueuePage() {
  const list = useList(reductions)
  const { stage } = list.filter
  const types = useQuery(staffReductionTypesQuery()).data?.list ?? []
  const { chosen, clear, rows } = useSelection(list.query.data?.list, stage)
  const [asked, setAsked] = useState(false)
  const [outcome, setOutcome] = useState<ReductionBatchOutcome | null>(null)
  const mayReview = usePermission('reduction.review')
  const batch = mayReview && (stage === 'FIRST' || stage === 'FINAL')
  return (
    <>
      <PageHeader title="减免审核">通过即写入学时台账；退回和驳回要写明原因，学员看得到。</PageHeader>
      <List
        list={list}
        columns={columns}
        options={{ type: types.map(({ code, rule }) => ({ value: code, label: rule.name })) }}
        selection={batch ? rows(({ applyNo }) => ` ${applyNo}`) : undefined}
        above={
          <>
            {outcome && <Outcome outcome={outcome} onClose={() => setOutcome(null)} />}
            <SelectionBar count={chosen.length} unit="份" most={mostAtOnce} onClear={clear}>
              {(tooMany) => (
                <Button type="primary" disabled={tooMany} onClick={() => setAsked(true)}>
                  批量通过 {chosen.length} 份…
                </Button>
              )}
            </SelectionBar>
          </>
        }
      />
      {asked && (
        <BatchReductionApprovalDialog
          chosen={chosen}
          onDone={(list) => {
            setOutcome(list)
            clear()
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

const columns: TableProps<DeskReductionSummary>['columns'] = [
  {
    key: 'who',
    title: '学员与类型',
    render: (_, { id, studentName, typeName, applyNo, submittedAt, ...marks }) => (
      <>
        <Link to={paths.reduction(id)}>
          {studentName}，{typeName}
        </Link>
        <span className="cell-note">{applyNo}</span>
        <span className="narrow-only">{formatDateTime(submittedAt)} 提交</span>
        {marks.duplicates > 0 && <StatusMark kind="error">材料与其他申请相同</StatusMark>}
        {marks.overlapping > 0 && <StatusMark kind="error">日期与同类申请重叠</StatusMark>}
      </>
    ),
  },
  {
    key: 'hours',
    title: '年度与学时',
    render: (_, { year, subject, hours, hoursApproved }) => (
      <CellWithNote
        note={
          <>
            申请 {formatHours(hours ?? 0)}
            {hoursApproved !== null && `，核定 ${formatHours(hoursApproved)}`} 学时
          </>
        }
      >
        {year} 年度，{subject ? subjectNames[subject] : '未选科目'}
      </CellWithNote>
    ),
  },
  {
    key: 'period',
    title: '起止日期',
    responsive: ['lg'],
    render: (_, { startDate, endDate }) => `${startDate ?? ''} 至 ${endDate ?? ''}`,
  },
  {
    key: 'submitted',
    title: '提交时间',
    responsive: ['md'],
    render: (_, { submittedAt }) => formatDateTime(submittedAt),
  },
]

function Outcome({ outcome, onClose }: { outcome: ReductionBatchOutcome; onClose: () => void }) {
  const refused = outcome.filter(({ done }) => !done)
  return (
    <div role="status" className={classes.outcome}>
      <Alert
        role="none"
        type={refused.length > 0 ? 'warning' : 'success'}
        showIcon
        title={`已通过 ${outcome.length - refused.length} 份${refused.length > 0 ? `，${refused.length} 份没有通过` : ''}`}
        description={
          refused.length > 0 && (
            <ul className={classes.plain}>
              {refused.map(({ id, applyNo, problem }) => (
                <li key={id}>
                  {applyNo}：{problem}
                </li>
              ))}
            </ul>
          )
        }
        closable={{ closeIcon: true, 'aria-label': '知道了', onClose }}
      />
    </div>
  )
}
