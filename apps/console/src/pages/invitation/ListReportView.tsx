import {
  type ListReport,
  type ListReportRow,
  listRowsQuery,
  useWriteList,
} from '@ce/client/employer.ts'
import { failureWords } from '@ce/frame/form-refusal.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import classes from '../../components/import/Import.module.css'
import { ImportRows, placeColumn, problemsColumn } from '../../components/import/ImportRows.tsx'
import { MappingForm } from '../../components/import/MappingForm.tsx'
import { useRowFilter } from '../../components/import/use-row-filter.ts'
import { employerPaths } from '../../employer/paths.ts'
import { type ChosenList, useDryRun } from './StartList.tsx'
import { fieldChoices, missingFields } from './words.ts'

interface ListReportViewProps {
  report: ListReport
  /** null after a reload: the file is not here any more */
  chosen: ChosenList | null
  open: (importId: string, list: ChosenList) => void
}

/** What a dry run found: the columns, the decision, the rows. */
export function ListReportView({ report, chosen, open }: ListReportViewProps) {
  const { start, check } = useDryRun(open)
  const mapping = report.state !== 'DONE' && chosen && (
    <MappingForm
      report={report}
      fields={fieldChoices}
      missing={missingFields}
      busy={check.isPending}
      error={check.error}
      onCheck={(next) => start(chosen, next)}
    />
  )
  return (
    <div className={classes.report}>
      <p className="figures">
        {report.planTitle}，{report.fileName}
      </p>
      {report.state === 'MAPPING' ? (
        <Alert
          type="warning"
          showIcon
          title="还不知道哪一列是姓名、哪一列是号码，或有几列像是同一项。请指定之后重新检查。"
        />
      ) : (
        <Decision report={report} />
      )}
      {report.state !== 'MAPPING' && <Rows report={report} />}
      {mapping}
    </div>
  )
}

function Decision({ report }: Pick<ListReportViewProps, 'report'>) {
  const write = useWriteList()
  const { counts, importId, planId, planTitle, state } = report
  if (state === 'DONE') {
    // the rows are forgotten after a month; a list without anybody is never written
    const many = counts.create > 0 ? ` ${counts.create} 人` : ''
    return (
      <Alert
        type="success"
        showIcon
        title={`“${planTitle}”名单已写入${many}，等待本人确认。`}
        action={<Link to={employerPaths.members(planId)}>查看人员名单</Link>}
      />
    )
  }
  return (
    <section className={classes.decision} aria-label="写入">
      {write.error && <Alert type="error" showIcon title={failureWords(write.error)} />}
      <span className={classes.actions}>
        <Button
          type="primary"
          disabled={counts.create === 0}
          loading={write.isPending}
          onClick={() => write.mutate({ importId })}
        >
          写入可以导入的 {counts.create} 人
        </Button>
        {counts.refuse > 0 && (
          <span className={classes.hint}>
            不能导入的 {counts.refuse} 行不会写入，可以改好后再导入。
          </span>
        )}
      </span>
    </section>
  )
}

function Rows({ report }: { report: ListReport }) {
  const { importId, counts, state } = report
  const filter = useRowFilter(counts.refuse > 0 ? 'REFUSE' : 'CREATE')
  const { action, page, pageSize } = filter
  const query = useQuery(listRowsQuery({ importId, action, page, pageSize }))
  return (
    <ImportRows<ListReportRow>
      label="逐行结果"
      unit="行"
      filter={filter}
      names={{
        CREATE: `${state === 'DONE' ? '已写入' : '可导入'} ${counts.create}`,
        SAME: `已在名单 ${counts.same}`,
        REFUSE: `不能导入 ${counts.refuse}`,
      }}
      query={query}
      none="没有这样的行"
      columns={[placeColumn, { key: 'label', title: '内容', dataIndex: 'label' }, problemsColumn]}
    />
  )
}
