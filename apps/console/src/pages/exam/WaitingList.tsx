import { EmptyState } from '@ce/ui/States.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Segmented, type TableProps } from 'antd'
import type { PageOf } from '../../components/ListPages.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import classes from './ExamDesk.module.css'

/** Whether all are shown or only those that wait, and which page: both stand in the address. */
export function useWaiting() {
  const { get, set, page, pageSize } = useUrlFilters()
  return { all: get('state') === 'ALL', page, pageSize, set }
}

interface WaitingListProps<Row extends { id: string }> {
  /** 申诉, 处置 */
  label: string
  /** what those that wait are called: 待答复 */
  waiting: string
  filter: ReturnType<typeof useWaiting>
  query: UseQueryResult<PageOf<Row>>
  columns: TableProps<Row>['columns']
  /** said when there is none */
  none: string
  /** and where they come from */
  origin: string
}

/** What waits for a decision, and what was decided. */
export function WaitingList<Row extends { id: string }>(props: WaitingListProps<Row>) {
  const { label, waiting, filter, query, columns, none, origin } = props
  return (
    <>
      <search className={classes.filters} aria-label={`筛选${label}`}>
        <Segmented
          aria-label="状态"
          value={filter.all}
          options={[
            { value: false, label: waiting },
            { value: true, label: '全部' },
          ]}
          onChange={(all) => filter.set({ state: all ? 'ALL' : undefined })}
        />
      </search>
      <ListTable
        label={label}
        unit="项"
        query={query}
        columns={columns}
        empty={<EmptyState title={none}>{origin}</EmptyState>}
      />
    </>
  )
}
