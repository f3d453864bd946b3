import {
  type BatchOutcome,
  type DeskReductionHead,
  deskReductionsQuery,
  type ReductionStage,
} from '@ce/client/staff/course_reduce.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented } from 'antd'
import { useState } from 'react'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useListPlace } from '../../components/list-place.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { BatchDialog } from './BatchDialog.tsx'
import { QueueFilters } from './QueueFilters.tsx'
import { queueColumns } from './queue-columns.tsx'
import classes from './Reductions.module.css'
import { useQueueFilter } from './use-queue-filter.ts'
import { stages, stageWords } from './words.ts'

/** as many as the contract takes at once */
const mostAtOnce = 50

/** 减免审核: applications by how far they are; what waits longest comes first. */
export function QueuePage() {
  const filters = useQueueFilter()
  const { stage, input, set } = filters
  const query = useQuery(deskReductionsQuery(input))
  // one application leads on to the next
  useListPlace(query.data?.list.map(({ id }) => id))
  const [chosen, setChosen] = useState<readonly DeskReductionHead[]>([])
  const [asked, setAsked] = useState(false)
  const [outcome, setOutcome] = useState<BatchOutcome | null>(null)
  const mayReview = usePermission('reduction.review')
  const batch = mayReview && (stage === 'FIRST' || stage === 'FINAL')
  return (
    <>
      <PageHeader title="减免审核">
        通过即写入学时台账；退回和驳回要写明原因，学员看得到。
      </PageHeader>
      <ChoiceStrip className={classes.kinds}>
        <Segmented<ReductionStage>
          aria-label="审核进度"
          value={stage}
          options={stages.map((value) => ({ value, label: stageWords[value].label }))}
          onChange={(value) => {
            setChosen([])
            set({ stage: value })
          }}
        />
      </ChoiceStrip>
      <QueueFilters filters={filters} />
      {outcome && <Outcome outcome={outcome} onClose={() => setOutcome(null)} />}
      {batch && chosen.length > 0 && (
        <section className={classes.batch} aria-label="批量操作">
          <strong role="status">已选 {chosen.length} 份</strong>
          <Button
            type="primary"
            disabled={chosen.length > mostAtOnce}
            onClick={() => setAsked(true)}
          >
            批量通过 {chosen.length} 份…
          </Button>
          <Button type="text" onClick={() => setChosen([])}>
            取消选择
          </Button>
          {chosen.length > mostAtOnce && <span>一次最多 {mostAtOnce} 份，请少选一些。</span>}
        </section>
      )}
      <ListTable
        label="减免申请"
        unit="份"
        query={query}
        columns={queueColumns}
        empty={
          <EmptyState title={`没有${stageWords[stage].label}的申请`}>
            {filters.filtered ? '换个条件再查。' : '学员提交的申请会按先后排在这里。'}
          </EmptyState>
        }
        selection={batch ? selectionOf(chosen, setChosen) : undefined}
      />
      {asked && (
        <BatchDialog
          chosen={chosen}
          onDone={(list) => {
            setOutcome(list)
            setChosen([])
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

function selectionOf(
  chosen: readonly DeskReductionHead[],
  onChange: (rows: readonly DeskReductionHead[]) => void,
) {
  return {
    selectedRowKeys: chosen.map(({ id }) => id),
    preserveSelectedRowKeys: true,
    onChange: (_: unknown, rows: DeskReductionHead[]) => onChange(rows),
    getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部' }),
    getCheckboxProps: ({ applyNo }: DeskReductionHead) => ({ 'aria-label': `选择 ${applyNo}` }),
  }
}

/** What became of a batch: how many are through, and of each other one why not. */
function Outcome({ outcome, onClose }: { outcome: BatchOutcome; onClose: () => void }) {
  const refused = outcome.filter(({ done }) => !done)
  return (
    <div role="status" className={classes.kinds}>
      <Alert
        role="none"
        type={refused.length > 0 ? 'warning' : 'success'}
        showIcon
        title={`已通过 ${outcome.length - refused.length} 份${refused.length > 0 ? `，${refused.length} 份没有通过` : ''}`}
        description={
          refused.length > 0 && (
            <ul className={classes.plain}>
              {refused.map(({ id, applyNo, problem }) => (
                <li key={id}>
                  {applyNo}：{problem}
                </li>
              ))}
            </ul>
          )
        }
        closable={{ closeIcon: true, 'aria-label': '知道了', onClose }}
      />
    </div>
  )
}
