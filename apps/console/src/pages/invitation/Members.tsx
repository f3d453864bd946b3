import { type EmployerPlan, type Member, membersQuery } from '@ce/client/employer.ts'
import type { PayType } from '@ce/client/payment/channels.ts'
import { type MemberState, memberStateNames, memberStates } from '@ce/contract/member-states'
import { searchLimits } from '@ce/contract/search-limits'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { employerPaths } from '../../employer/paths.ts'
import classes from './Invitation.module.css'
import { MemberActs } from './MemberActs.tsx'
import { memberColumns } from './member-columns.tsx'
import { PlanChoice } from './PlanChoice.tsx'
import { RefundDialog } from './RefundDialog.tsx'

export type Plans = readonly EmployerPlan[]

interface MembersProps {
  plan: EmployerPlan
  plans: Plans
  payTypes: readonly PayType[]
}

const personal = ['keyword']

/** The list of a year: filters, who is ticked, and what can be done with them. */
export function Members({ plan, plans, payTypes }: MembersProps) {
  const { get, choice, set, page, pageSize } = useUrlFilters(personal)
  const state = choice('state', memberStates)
  const keyword = get('keyword')
  const input = { planId: plan.id, state, keyword, page, pageSize }
  const query = useQuery(membersQuery(input))
  const [ticked, setTicked] = useState<ReadonlyMap<string, Member>>(new Map())
  const [leaving, setLeaving] = useState<Member | null>(null)
  // how somebody stands may have changed since the tick
  const shown = new Map(query.data?.list.map((one) => [one.id, one]))
  const tick = (rows: Member[], page: Member[]) =>
    setTicked((before) => {
      const after = new Map(before)
      for (const { id } of page) after.delete(id)
      for (const row of rows) after.set(row.id, row)
      return after
    })
  return (
    <>
      <search className={classes.bar}>
        <PlanChoice plans={plans} value={plan.id} onChange={(id) => set({ plan: id, state: '' })} />
        <Select<MemberState | ''>
          aria-label="状态"
          className={classes.state}
          value={state ?? ''}
          virtual={false}
          options={stateChoices(query.data?.counts ?? {})}
          onChange={(value) => set({ state: value })}
        />
        <KeywordSearch
          label="按姓名查找"
          className={classes.keyword}
          most={searchLimits.members}
          value={keyword ?? ''}
          onSearch={(words) => set({ keyword: words })}
        />
      </search>
      <MemberActs
        plan={plan}
        payTypes={payTypes}
        ticked={[...ticked.values()].map((one) => shown.get(one.id) ?? one)}
        onTicked={(members) => setTicked(new Map(members.map((one) => [one.id, one])))}
      />
      <ListTable
        label="人员名单"
        unit="人"
        query={query}
        columns={memberColumns(setLeaving)}
        empty={
          <Nobody
            filtered={Boolean(state || keyword)}
            clear={() => set({ state: '', keyword: '' })}
          />
        }
        selection={{
          selectedRowKeys: [...ticked.keys()],
          preserveSelectedRowKeys: true,
          getCheckboxProps: ({ name }) => ({ 'aria-label': `选择 ${name}` }),
          onChange: (_, rows) => tick(rows.filter(Boolean), query.data?.list ?? []),
        }}
      />
      {leaving && <RefundDialog member={leaving} plan={plan} onClose={() => setLeaving(null)} />}
    </>
  )
}

function stateChoices(counts: Readonly<Record<string, number>>) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return [
    { value: '' as const, label: `全部 ${all}` },
    ...memberStates.map((value) => ({
      value,
      label: `${memberStateNames[value]} ${counts[value] ?? 0}`,
    })),
  ]
}

function Nobody({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  return filtered ? (
    <EmptyState title="没有符合条件的人员" action={<Button onClick={clear}>清除条件</Button>}>
      换个条件再查。
    </EmptyState>
  ) : (
    <EmptyState title="该年度还没有名单" action={<Link to={employerPaths.list()}>导入名单</Link>}>
      导入之后，每个人在学员中心收到邀请，确认后就可以由单位缴费。
    </EmptyState>
  )
}
