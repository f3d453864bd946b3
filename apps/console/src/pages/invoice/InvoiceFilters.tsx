import { invoiceStates } from '@ce/client/invoice-states.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { Button, Input, Segmented } from 'antd'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import { DaySpanProblem } from '../../components/SearchProblem.tsx'
import classes from './Invoice.module.css'
import { type useInvoiceFilter, type View, views } from './use-invoice-filter.ts'

const viewName = (view: View): string => {
  if (view === 'ALL') return '全部'
  if (view === 'TO_REVERSE') return '待红冲'
  if (view === 'TAX_OPEN') return '待税务处理'
  // what was taken back stands there, too
  return view === 'FAILED' ? '失败或撤回' : invoiceStates[view].label
}

/** What of the queue is shown. */
export function InvoiceFilters({ filters }: { filters: ReturnType<typeof useInvoiceFilter> }) {
  const { view, filter, set, clear, filtered } = filters
  return (
    <search className={classes.filters} aria-label="筛选发票">
      <ChoiceStrip className={classes.views}>
        <Segmented<View>
          aria-label="发票状态"
          value={view}
          options={views.map((value) => ({ value, label: viewName(value) }))}
          onChange={(value) => set({ view: value })}
        />
      </ChoiceStrip>
      <div className={classes.line}>
        <KeywordSearch
          label="抬头、税号、学员、申请编号、订单号"
          className={classes.keyword}
          most={searchLimits.invoices}
          value={filter.keyword ?? ''}
          onSearch={(keyword) => set({ keyword })}
        />
        <span className={classes.days}>
          申请日期
          {(['from', 'to'] as const).map((name) => (
            <Input
              key={name}
              type="date"
              className={classes.day}
              aria-label={name === 'from' ? '申请日期从' : '申请日期到'}
              value={filter[name] ?? ''}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          ))}
        </span>
        <DaySpanProblem from={filter.from} to={filter.to} />
        {filtered && <Button onClick={clear}>清除条件</Button>}
      </div>
    </search>
  )
}
