import { callFailureText } from '@ce/client/form-refusal.ts'
import { type PosterImportReport, useSetPosterImportRows } from '@ce/client/staff/poster_import.ts'
import { categories } from '@ce/contract/categories'
import { showNotice } from '@ce/ui/notices.ts'
import { Button, Select } from 'antd'
import poster from '../poster/PosterList.module.css'
import classes from './Import.module.css'

interface ChosenBarProps {
  report: PosterImportReport
  chosen: readonly number[]
  onClear: () => void
}

const options = categories.map(({ id, title }) => ({ value: id as number, label: title }))

export function ImportSelectionBar({ report, chosen, onClear }: ChosenBarProps) {
  const choose = useSetPosterImportRows()
  const isChosen = new Set(chosen)
  const leftOut = report.rows.filter((row) => isChosen.has(row.no) && row.action === 'LEFT_OUT')
  const act = async (change: { categoryId?: number; leftOut?: boolean }, told: string) => {
    try {
      await choose.mutateAsync({ importId: report.importId, nos: [...chosen], ...change })
      showNotice({ kind: 'success', title: told })
      onClear()
    } catch (error) {
      showNotice({ kind: 'error', title: callFailureText(error) })
    }
  }
  return (
    <section className={poster.batch} aria-label="批量操作">
      <strong className="figures" role="status">
        已选 {chosen.length} 篇
      </strong>
      <Select
        aria-label="放进同一个栏目"
        className={classes.category}
        placeholder="放进同一个栏目…"
        value={null}
        disabled={choose.isPending}
        options={options}
        onChange={(categoryId: number | null, option) => {
          const label = Array.isArray(option) ? '' : (option?.label ?? '')
          if (categoryId !== null) void act({ categoryId }, `${chosen.length} 篇已放进“${label}”`)
        }}
      />
      {leftOut.length < chosen.length && (
        <Button loading={choose.isPending} onClick={() => void act({ leftOut: true }, `${chosen.length} 篇不导入`)}>
          不导入
        </Button>
      )}
      {leftOut.length > 0 && (
        <Button loading={choose.isPending} onClick={() => void act({ leftOut: false }, `${chosen.length} 篇会导入`)}>
          恢复导入
        </Button>
      )}
      <Button type="text" onClick={onClear}>
        取消选择
      </Button>
    </section>
  )
}
