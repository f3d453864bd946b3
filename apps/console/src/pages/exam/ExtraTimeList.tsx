import { formatDateTime } from '@ce/client/format.ts'
import { type ExtraTime, extraTimesQuery } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import classes from './ExamDesk.module.css'
import { ExtraTimeDialog } from './ExtraTimeDialog.tsx'
import { examStudentFilter } from './labels.ts'

const extraTimes = defineList({
  label: '加时',
  unit: '人',
  filters: { keyword: examStudentFilter },
  query: (filter, page) => extraTimesQuery({ ...filter, ...page }),
  empty: {
    title: '还没有获准加时的学员',
    text: '因视力、肢体等原因需要更长时间的学员，可在考前设置。',
  },
})

export function ExtraTimeList() {
  const mayDecide = usePermission('exam.decide')
  const [open, setOpen] = useState(false)
  return (
    <>
      <List
        list={useList(extraTimes)}
        columns={columns}
        rowKey={({ student }) => student.id}
        beside={mayDecide && <Button onClick={() => setOpen(true)}>设置加时…</Button>}
      />
      {open && <ExtraTimeDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const columns: TableProps<ExtraTime>['columns'] = [
  {
    key: 'student',
    title: '学员',
    render: (_, { student }) => (
      <>
        {student.name}
        <span className={classes.minor}>{student.phoneMasked}</span>
      </>
    ),
  },
  { key: 'percent', title: '加时', render: (_, { percent }) => `${percent}%` },
  {
    key: 'reason',
    title: '理由',
    render: (_, { reason }) => <span className={classes.words}>{reason}</span>,
  },
  {
    key: 'set',
    title: '设置',
    render: (_, { setBy, setAt }) => (
      <>
        {setBy}
        <span className={classes.minor}>{formatDateTime(setAt)}</span>
      </>
    ),
  },
]
