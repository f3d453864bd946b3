import {
  type QuestionImport,
  type QuestionImportAction,
  type QuestionImportRow,
  questionImportRowsQuery,
} from '@ce/client/staff/question_import.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { QuestionCard } from '../question/QuestionCard.tsx'
import { importColumns } from './import-columns.tsx'
import classes from './QuestionImport.module.css'

const actions = ['CREATE', 'SAME', 'REFUSE'] as const
const nothing: Record<QuestionImportAction, string> = {
  CREATE: '没有可以导入的试题',
  SAME: '没有题库里已经有的试题',
  REFUSE: '没有不能导入的试题',
}

/** The report, question by question; which kind and which page stand in the address. */
export function ImportRows({ report }: { report: QuestionImport }) {
  const { importId, state, counts } = report
  const { get, set, page, pageSize } = useUrlFilters()
  const names: Record<QuestionImportAction, string> = {
    CREATE: `${state === 'DONE' ? '已导入' : '可导入'} ${counts.create}`,
    SAME: `已在题库 ${counts.same}`,
    REFUSE: `不能导入 ${counts.refuse}`,
  }
  const action = actions.find((one) => one === get('rows')) ?? fullest(counts)
  const query = useQuery(questionImportRowsQuery({ importId, action, page, pageSize }))
  return (
    <section aria-label="逐题结果">
      <div className={classes.kinds}>
        <Segmented<QuestionImportAction>
          aria-label="结果"
          value={action}
          options={actions.map((value) => ({ value, label: names[value] }))}
          onChange={(rows) => set({ rows })}
        />
      </div>
      <Loaded query={query}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState title={nothing[action]} />
          ) : (
            <ListTable<QuestionImportRow & { id: string }>
              label="逐题结果"
              unit="道"
              columns={importColumns(action)}
              data={{ ...data, list: data.list.map((row) => ({ ...row, id: String(row.no) })) }}
              stale={query.isPlaceholderData}
              onPage={(next) => set({ page: next })}
              expandable={{
                columnTitle: <span className="visually-hidden">全文</span>,
                rowExpandable: ({ content }) => content !== null,
                expandedRowRender: ({ content }) =>
                  content && <QuestionCard content={content} answers />,
              }}
            />
          )
        }
      </Loaded>
    </section>
  )
}

/** What is looked at first: what cannot be imported when nothing can. */
function fullest({ create, refuse }: QuestionImport['counts']): QuestionImportAction {
  if (create > 0) return 'CREATE'
  return refuse > 0 ? 'REFUSE' : 'SAME'
}
