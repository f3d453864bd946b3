import { staffListQuery } from '@ce/client/staff/staff.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import { ListTable } from '../../components/ListTable.tsx'
import { OneTimePassword } from '../../components/OneTimePassword.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { CreateStaff, type NewPassword } from './CreateStaff.tsx'
import { EditStaff } from './EditStaff.tsx'
import { ResetStaff } from './ResetStaff.tsx'
import classes from './StaffPage.module.css'
import { SwitchStaff } from './SwitchStaff.tsx'
import { type StaffAct, staffColumns } from './staff-columns.tsx'

/** Who works here: accounts, roles, disabling, passwords. The filter stands in the URL. */
export function StaffPage() {
  const filters = useUrlFilters()
  const keyword = filters.get('keyword')
  const { page, pageSize } = filters
  const query = useQuery(staffListQuery({ keyword, page, pageSize }))
  const [act, setAct] = useState<StaffAct | { kind: 'create' } | null>(null)
  const [made, setMade] = useState<NewPassword | null>(null)
  const close = () => setAct(null)
  const ended = act === null
  return (
    <>
      <PageHeader
        title="工作人员"
        actions={
          <Button type="primary" onClick={() => setAct({ kind: 'create' })}>
            新建工作人员
          </Button>
        }
      >
        谁可以登录后台，能做什么。停用的账号立即失效，记录保留。
      </PageHeader>
      <search className={classes.filter}>
        <KeywordSearch
          label="按姓名或用户名查找"
          className={undefined}
          most={searchLimits.staff}
          value={keyword ?? ''}
          onSearch={(words) => filters.set({ keyword: words })}
        />
        {filters.filtered && <Button onClick={filters.clear}>清除条件</Button>}
      </search>
      <ListTable
        label="工作人员"
        unit="名"
        query={query}
        columns={staffColumns(setAct)}
        empty={
          <EmptyState
            title="没有找到工作人员"
            action={<Button onClick={filters.clear}>清除条件</Button>}
          >
            没有姓名或用户名含“{keyword}”的工作人员。
          </EmptyState>
        }
      />
      {act?.kind === 'create' && <CreateStaff onClose={close} onDone={setMade} />}
      {act?.kind === 'edit' && <EditStaff member={act.member} onClose={close} />}
      {act?.kind === 'switch' && <SwitchStaff member={act.member} onClose={close} />}
      {act?.kind === 'reset' && <ResetStaff member={act.member} onClose={close} onDone={setMade} />}
      {made && ended && (
        <OneTimePassword
          account={`用户名 ${made.username}`}
          password={made.password}
          onClose={() => setMade(null)}
        />
      )}
    </>
  )
}
