import { formatDateTime } from '@ce/client/format.ts'
import { type Rehearsal, rehearsalsQuery } from '@ce/client/staff/exam.ts'
import { levelNames } from '@ce/contract/state-names'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Select, type TableProps } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import classes from './ExamDesk.module.css'
import { PersonSearch } from './PersonSearch.tsx'
import { levels } from './words.ts'

const worsts = ['RED', 'AMBER', 'GREEN'] as const
const options = [
  { value: '', label: '全部结果' },
  { value: 'RED', label: `有${levelNames.RED}` },
  { value: 'AMBER', label: `有${levelNames.AMBER}` },
  { value: 'GREEN', label: `全部${levelNames.GREEN}` },
]

/** 考前自检: each student's newest, so that somebody can call before the day. */
export function Rehearsals() {
  const { get, choice, set, page, pageSize } = useUrlFilters(['keyword'])
  const keyword = get('keyword')
  const worst = choice('worst', worsts)
  const query = useQuery(rehearsalsQuery({ keyword, worst, page, pageSize }))
  return (
    <>
      <search className={classes.filters} aria-label="筛选自检">
        <Select
          aria-label="结果"
          className={classes.select}
          value={worst ?? ''}
          options={options}
          onChange={(value) => set({ worst: value })}
        />
        <PersonSearch value={keyword ?? ''} onSearch={(words) => set({ keyword: words })} />
      </search>
      <ListTable
        label="考前自检"
        unit="人"
        query={query}
        columns={columns}
        rowKey={({ student }) => student.id}
        empty={
          <EmptyState title={keyword || worst ? '没有符合条件的自检' : '还没有人做过考前自检'}>
            学员从工作台、课程页或考试页可以提前检查设备，结果显示在这里。
          </EmptyState>
        }
      />
    </>
  )
}

const part = (key: 'camera' | 'upload' | 'clock' | 'autosave', title: string) => ({
  key,
  title,
  render: (_: unknown, row: Rehearsal) => (
    <>
      <StatusMark kind={levels[row[key]].kind}>{levels[row[key]].text}</StatusMark>
      {row.notes[key] && <span className={classes.minor}>{row.notes[key]}</span>}
    </>
  ),
})

const columns: TableProps<Rehearsal>['columns'] = [
  {
    key: 'student',
    title: '学员',
    render: (_, { student, at }) => (
      <>
        {student.name} {student.phoneMasked}
        <span className={classes.minor}>{formatDateTime(at)}</span>
      </>
    ),
  },
  part('camera', '摄像头'),
  part('upload', '上传'),
  part('clock', '时钟'),
  part('autosave', '答案保存'),
]
