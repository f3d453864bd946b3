import { billDifferencesQuery } from '@ce/client/staff/finance.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { differenceKindNames, payTypeNames } from '@ce/contract/state-names'
import { checkboxFilter, choiceFilter, textFilter, viewFilter } from '../../kit/list/filters.ts'
import { defineList, ListFrame, useList } from '../../kit/list/List.tsx'
import { DifferenceCard } from './DifferenceCard.tsx'
import { FinanceExportButton } from './ExportButton.tsx'
import classes from './Finance.module.css'
import { differenceStateLabels } from './labels.ts'

const differences = defineList({
  label: '差异',
  unit: '条',
  filters: {
    state: viewFilter('处理状态', differenceStateLabels, 'OPEN'),
    waits: checkboxFilter('只看待审核'),
    number: textFilter('单号或其开头', searchLimits.finance),
    kind: choiceFilter('差异类型', '全部类型', differenceKindNames),
    channel: choiceFilter('支付渠道', '全部渠道', payTypeNames),
  },
  query: (filter, page) => billDifferencesQuery({ ...filter, ...page }),
  empty: ({ state }) => ({
    title: state === 'OPEN' ? '没有待处理的差异' : '没有这样的差异',
    text: '每天自动下载渠道账单并逐笔核对，不一致的显示在这里。',
  }),
})

export function DifferenceList() {
  const list = useList(differences)
  return (
    <ListFrame list={list} beside={<FinanceExportButton what="DIFFERENCES" text="导出差异" filter={list.filter} />}>
      {({ list: page }) => (
        <div className={classes.page}>
          {page.map((difference) => (
            <DifferenceCard key={difference.id} difference={difference} alone />
          ))}
        </div>
      )}
    </ListFrame>
  )
}
