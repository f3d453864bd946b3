import { differencesQuery } from '@ce/client/staff/finance.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { differenceKindNames, payTypeNames } from '@ce/contract/state-names'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Segmented, Select } from 'antd'
import { ChoiceStrip } from '../../components/ChoiceStrip.tsx'
import { keysOf, optionsOf } from '../../components/codes.ts'
import { ListPages } from '../../components/ListPages.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { DifferenceCard } from './DifferenceCard.tsx'
import { ExportButton } from './ExportButton.tsx'
import classes from './Finance.module.css'
import { differenceStates } from './words.ts'

/** The worklist: where money and books differ, each until it agrees or is settled on its own page. */
export function Differences() {
  const { get, oneOf, choice, set, page, pageSize } = useUrlFilters()
  const state = oneOf('state', keysOf(differenceStates)) ?? 'OPEN'
  const kind = choice('kind', keysOf(differenceKindNames))
  const channel = choice('channel', keysOf(payTypeNames))
  const number = get('number')
  const waits = get('waits') === 'true' ? ('true' as const) : undefined
  const filter = {
    state,
    ...(kind ? { kind } : {}),
    ...(channel ? { channel } : {}),
    ...(number ? { number } : {}),
    ...(waits ? { waits } : {}),
  }
  const query = useQuery(differencesQuery({ ...filter, page, pageSize }))
  return (
    <>
      <div className={classes.bar}>
        <ChoiceStrip className={classes.kinds}>
          <Segmented
            aria-label="处理状态"
            value={state}
            options={optionsOf(differenceStates)}
            onChange={(value) => set({ state: value })}
          />
          <Select
            aria-label="差异类型"
            className={classes.select ?? ''}
            value={kind ?? ''}
            options={optionsOf(differenceKindNames, '全部类型')}
            onChange={(value) => set({ kind: value })}
          />
          <Select
            aria-label="支付渠道"
            className={classes.channel ?? ''}
            value={channel ?? ''}
            options={optionsOf(payTypeNames, '全部渠道')}
            onChange={(value) => set({ channel: value })}
          />
          <Input.Search
            key={number ?? ''}
            aria-label="单号"
            className={classes.search ?? ''}
            defaultValue={number ?? ''}
            placeholder="单号或其开头"
            maxLength={searchLimits.finance}
            allowClear
            onSearch={(value) => set({ number: value.trim() })}
          />
          <Checkbox
            checked={waits !== undefined}
            onChange={({ target }) => set({ waits: target.checked ? 'true' : undefined })}
          >
            只看待审核
          </Checkbox>
        </ChoiceStrip>
        <ExportButton what="DIFFERENCES" text="导出差异" filter={filter} />
      </div>
      <ListPages
        label="差异"
        unit="条"
        query={query}
        empty={
          <EmptyState title={state === 'OPEN' ? '没有待处理的差异' : '没有这样的差异'}>
            每天自动下载渠道账单并逐笔核对，不一致的显示在这里。
          </EmptyState>
        }
      >
        {({ list }) => (
          <div className={classes.page}>
            {list.map((difference) => (
              <DifferenceCard key={difference.id} difference={difference} alone />
            ))}
          </div>
        )}
      </ListPages>
    </>
  )
}
