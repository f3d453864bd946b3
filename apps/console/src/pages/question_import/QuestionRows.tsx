import {
  type QuestionImport,
  type QuestionImportRow,
  questionImportRowsQuery,
} from '@ce/client/staff/question_import.ts'
import { useQuery } from '@tanstack/react-query'
import { ImportRows } from '../../components/import/ImportRows.tsx'
import { type RowAction, useRowFilter } from '../../components/import/use-row-filter.ts'
import { QuestionCard } from '../question/QuestionCard.tsx'
import { importColumns } from './import-columns.tsx'

const nothing: Readonly<Record<RowAction, string>> = {
  CREATE: '没有可以导入的试题',
  SAME: '没有题库里已经有的试题',
  REFUSE: '没有不能导入的试题',
}

/** The report, question by question. */
export function QuestionRows({ report }: { report: QuestionImport }) {
  const { importId, state, counts } = report
  const filter = useRowFilter(fullest(counts))
  const { action, page, pageSize } = filter
  const query = useQuery(questionImportRowsQuery({ importId, action, page, pageSize }))
  return (
    <ImportRows<QuestionImportRow>
      label="逐题结果"
      unit="道"
      filter={filter}
      names={{
        CREATE: `${state === 'DONE' ? '已导入' : '可导入'} ${counts.create}`,
        SAME: `已在题库 ${counts.same ?? '—'}`,
        REFUSE: `不能导入 ${counts.refuse ?? '—'}`,
      }}
      query={query}
      none={nothing[action]}
      columns={importColumns(action)}
      expandable={{
        columnTitle: <span className="visually-hidden">全文</span>,
        rowExpandable: ({ content }) => content !== null,
        expandedRowRender: ({ content }) => content && <QuestionCard content={content} answers />,
      }}
    />
  )
}

/** What is looked at first: what cannot be imported when nothing can. */
function fullest({ create, refuse }: QuestionImport['counts']): RowAction {
  if (create > 0) return 'CREATE'
  return refuse ? 'REFUSE' : 'SAME'
}
