import { formatDateTime } from '@ce/client/format.ts'
import { type ExtraTime, extraTimesQuery } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import classes from './ExamDesk.module.css'
import { PersonSearch } from './PersonSearch.tsx'
import { SetExtraTime } from './SetExtraTime.tsx'

/** Students whose exams last longer. */
export function ExtraTimes() {
  const { get, set, page, pageSize } = useUrlFilters(['keyword'])
  const keyword = get('keyword')
  const query = useQuery(extraTimesQuery({ keyword, page, pageSize }))
  const mayDecide = usePermission('exam.decide')
  const [open, setOpen] = useState(false)
  return (
    <>
      <search className={classes.filters} aria-label="筛选加时">
        <PersonSearch value={keyword ?? ''} onSearch={(words) => set({ keyword: words })} />
        {mayDecide && (
          <Button type="primary" onClick={() => setOpen(true)}>
            设置加时…
          </Button>
        )}
      </search>
      <ListTable
        label="加时"
        unit="人"
        query={query}
        columns={columns}
        rowKey={({ student }) => student.id}
        empty={
          <EmptyState title={keyword ? '没有符合条件的学员' : '还没有获准加时的学员'}>
            因视力、肢体等原因需要更长时间的学员，可在考前设置。
          </EmptyState>
        }
      />
      {open && <SetExtraTime onClose={() => setOpen(false)} />}
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
