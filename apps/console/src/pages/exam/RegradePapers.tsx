import { bytesOf, saveAs } from '@ce/client/save-as.ts'
import { type RegradeKind, useExportRegrade } from '@ce/client/staff/exam.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import type { PageOf } from '../../components/ListPages.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import classes from './ExamDesk.module.css'
import { paperColumns, type RegradeRow } from './regrade-columns.tsx'

interface RegradePapersProps<Paper extends RegradeRow> {
  label: string
  outcomes: { value: string; label: string }[]
  query: UseQueryResult<PageOf<Paper>>
}

/** Papers of a preview or of a decided regrade, by what became of them; which ones stands in the URL. */
export function RegradePapers<Paper extends RegradeRow>(props: RegradePapersProps<Paper>) {
  const { label, outcomes, query } = props
  const { get, set } = useUrlFilters()
  return (
    <>
      <Select
        className={classes.select}
        aria-label="按结果筛选"
        allowClear
        placeholder="全部结果"
        value={outcomes.find(({ value }) => value === get('outcome'))?.value}
        options={outcomes}
        onChange={(value) => set({ outcome: value })}
      />
      <ListTable<Paper>
        label={label}
        unit="份"
        rowKey="attemptId"
        query={query}
        columns={paperColumns<Paper>()}
        empty={<EmptyState title="没有这一类答卷" />}
      />
    </>
  )
}

/** Saves the whole preview as a workbook; the log keeps that it left. */
export function RegradeExport(wanted: {
  questionId: string
  kind: RegradeKind
  losePass: boolean
}) {
  const run = useExportRegrade()
  const save = async () => {
    const { name, mime, content, exported, leftOut } = await run.mutateAsync(wanted)
    saveAs(new Blob([bytesOf(content)], { type: mime }), name)
    showNotice({
      kind: 'success',
      title: `已导出 ${exported} 份答卷`,
      text: leftOut > 0 ? `还有 ${leftOut} 份超出一个文件的上限，没有导出。` : '',
    })
  }
  return (
    <Button loading={run.isPending} onClick={() => void save().catch(() => undefined)}>
      导出名单（Excel）
    </Button>
  )
}
