import {
  type ListField,
  type ListReport,
  type ListReportRow,
  listRowsQuery,
  useReturnedList,
  useWriteList,
} from '@ce/client/employer.ts'
import { listFieldWords } from '@ce/contract/import-fields'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ImportDesk } from '../../components/import/ImportDesk.tsx'
import {
  fieldColumn,
  ImportRows,
  placeColumn,
  resultColumn,
  useRowFilter,
} from '../../components/import/ImportRows.tsx'
import { employerPaths } from '../../employer/paths.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { type ChosenList, useDryRun } from './StartList.tsx'
import { fieldChoices, missingFields } from './words.ts'

interface ListReportViewProps {
  report: ListReport
  /** null after a reload: the file is not here any more */
  chosen: ChosenList | null
  open: (importId: string, list: ChosenList) => void
  renew: () => void
}

/** How the import of a list stands. */
export function ListReportView({ report, chosen, open, renew }: ListReportViewProps) {
  const { planId, planTitle, fileName } = report
  const { start, check } = useDryRun(open)
  return (
    <ImportDesk<ListField>
      report={report}
      unit="人"
      about={`${planTitle}，${fileName}`}
      fields={fieldChoices}
      missing={missingFields}
      recheck={
        chosen && {
          start: (wish) => start(chosen, wish),
          error: check.error,
          busy: check.isPending,
        }
      }
      again={<LinkButton to={employerPaths.list()}>重新上传</LinkButton>}
      run={useWriteList()}
      promise="每个人在学员中心收到邀请，由本人确认。"
      returned={useReturnedList()}
      renew={renew}
      rows={<Rows report={report} />}
    >
      <p>
        “{planTitle}”名单已写入，等待本人确认。
        <Link to={employerPaths.members(planId)}>查看人员名单</Link>
      </p>
    </ImportDesk>
  )
}

function Rows({ report }: { report: ListReport }) {
  const { importId, mapping } = report
  const filter = useRowFilter(report)
  const { show, page, pageSize } = filter
  const query = useQuery(listRowsQuery({ importId, show, page, pageSize }))
  const fields = fieldChoices.filter(({ value }) => mapping.includes(value))
  return (
    <ImportRows<ListReportRow>
      report={report}
      unit="行"
      filter={filter}
      query={query}
      columns={[
        placeColumn,
        resultColumn(
          fields.map(({ value }) => value),
          listFieldWords,
        ),
        ...fields.map(({ value, label }) => fieldColumn<ListReportRow>(value, label)),
      ]}
    />
  )
}
