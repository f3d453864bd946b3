import {
  type RosterImport,
  type RosterImportRow,
  rosterRowsQuery,
} from '@ce/client/staff/roster_import.ts'
import { useQuery } from '@tanstack/react-query'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { ImportRows, placeColumn, problemsColumn } from '../../components/import/ImportRows.tsx'
import { useRowFilter } from '../../components/import/use-row-filter.ts'
import { paths } from '../../paths.ts'
import { kindWords } from './words.ts'

/** The report; what hinders comes first. */
export function RosterRows({ report }: { report: RosterImport }) {
  const { importId, kind, state, counts } = report
  const filter = useRowFilter(counts.refuse > 0 ? 'REFUSE' : 'CREATE')
  const { action, page, pageSize } = filter
  const query = useQuery(rosterRowsQuery({ importId, action, page, pageSize }))
  return (
    <ImportRows<RosterImportRow>
      label="逐行结果"
      unit={kindWords[kind].unit}
      filter={filter}
      names={{
        CREATE: `${state === 'DONE' ? '已写入' : '可导入'} ${counts.create}`,
        SAME: `已在系统 ${counts.same ?? '—'}`,
        REFUSE: `不能导入 ${counts.refuse}`,
      }}
      query={query}
      none="没有这样的行"
      columns={columns}
    />
  )
}

const columns: TableProps<RosterImportRow>['columns'] = [
  placeColumn,
  {
    key: 'label',
    title: '内容',
    render: (_, { label, studentId }) =>
      studentId ? <Link to={paths.student(studentId)}>{label}</Link> : label,
  },
  problemsColumn,
]
