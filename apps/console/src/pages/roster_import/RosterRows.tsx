import {
  type RosterAction,
  type RosterImport,
  type RosterImportRow,
  rosterRowsQuery,
} from '@ce/client/staff/roster_import.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Segmented, type TableProps } from 'antd'
import { Link } from 'react-router'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { paths } from '../../paths.ts'
import classes from '../question_import/QuestionImport.module.css'
import { kindWords } from './words.ts'

const actions = ['CREATE', 'SAME', 'REFUSE'] as const

/** The report, row by row; which kind and which page stand in the address. */
export function RosterRows({ report }: { report: RosterImport }) {
  const { importId, kind, state, counts } = report
  const { get, set, page, pageSize } = useUrlFilters()
  const names: Record<RosterAction, string> = {
    CREATE: `${state === 'DONE' ? '已写入' : '可导入'} ${counts.create}`,
    SAME: `已在系统 ${counts.same}`,
    REFUSE: `不能导入 ${counts.refuse}`,
  }
  // what hinders comes first
  const action =
    actions.find((one) => one === get('rows')) ?? (counts.refuse > 0 ? 'REFUSE' : 'CREATE')
  const query = useQuery(rosterRowsQuery({ importId, action, page, pageSize }))
  return (
    <section aria-label="逐行结果">
      <div className={classes.kinds}>
        <Segmented<RosterAction>
          aria-label="结果"
          value={action}
          options={actions.map((value) => ({ value, label: names[value] }))}
          onChange={(rows) => set({ rows })}
        />
      </div>
      <Loaded query={query}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState title="没有这样的行" />
          ) : (
            <ListTable<Row>
              label="逐行结果"
              unit={kindWords[kind].unit}
              columns={columns}
              data={{ ...data, list: data.list.map((row) => ({ ...row, id: String(row.no) })) }}
              stale={query.isPlaceholderData}
              onPage={(next) => set({ page: next })}
            />
          )
        }
      </Loaded>
    </section>
  )
}

type Row = RosterImportRow & { id: string }

const columns: TableProps<Row>['columns'] = [
  { key: 'no', title: '行号', width: 72, align: 'right', dataIndex: 'no' },
  {
    key: 'label',
    title: '内容',
    render: (_, { label, studentId }) =>
      studentId ? <Link to={paths.student(studentId)}>{label}</Link> : label,
  },
  {
    key: 'problems',
    title: '原因',
    width: '45%',
    render: (_, { problems }) =>
      problems.length === 0 ? (
        '—'
      ) : (
        <ul className={classes.problems}>
          {problems.map(({ column, problem }) => (
            <li key={column + problem}>
              <strong>{column}：</strong>
              {problem}
            </li>
          ))}
        </ul>
      ),
  },
]
