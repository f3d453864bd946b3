import { organisationsQuery } from '@ce/client/staff/organisation.ts'
import { usePermission } from '@ce/client/staff-session.ts'
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
import { CreateOrganisation, type NewPassword } from './CreateOrganisation.tsx'
import { EditOrganisation } from './EditOrganisation.tsx'
import classes from './OrganisationsPage.module.css'
import { type OrganisationAct, organisationColumns } from './organisation-columns.tsx'
import { ResetOrganisation } from './ResetOrganisation.tsx'

/** Employers that pay for their people: accounts, contacts, one-time passwords. */
export function OrganisationsPage() {
  const filters = useUrlFilters()
  const keyword = filters.get('keyword')
  const { page, pageSize } = filters
  const query = useQuery(organisationsQuery({ keyword, page, pageSize }))
  const mayManage = usePermission('organisation.manage')
  const [act, setAct] = useState<OrganisationAct | { kind: 'create' } | null>(null)
  const [made, setMade] = useState<NewPassword | null>(null)
  const close = () => setAct(null)
  return (
    <>
      <PageHeader
        title="用人单位"
        actions={
          mayManage && (
            <Button type="primary" onClick={() => setAct({ kind: 'create' })}>
              新建用人单位
            </Button>
          )
        }
      >
        单位用统一社会信用代码在 /employer 登录，导入名单、统一缴费、开一张发票，只能看到完成状态。
      </PageHeader>
      <KeywordSearch
        label="名称或统一社会信用代码"
        className={classes.search}
        most={searchLimits.organisations}
        value={keyword ?? ''}
        onSearch={(words) => filters.set({ keyword: words })}
      />
      <ListTable
        label="用人单位"
        unit="家"
        query={query}
        columns={organisationColumns(mayManage ? setAct : undefined)}
        empty={
          <EmptyState
            title={keyword ? '没有找到用人单位' : '还没有用人单位'}
            action={keyword && <Button onClick={filters.clear}>清除条件</Button>}
          >
            {keyword ? '换个名称或代码再查。' : '新建之后，把一次性密码转告单位联系人。'}
          </EmptyState>
        }
      />
      {act?.kind === 'create' && <CreateOrganisation onClose={close} onDone={setMade} />}
      {act?.kind === 'edit' && <EditOrganisation organisation={act.organisation} onClose={close} />}
      {act?.kind === 'reset' && (
        <ResetOrganisation organisation={act.organisation} onClose={close} onDone={setMade} />
      )}
      {made && act === null && <OneTimePassword {...made} onClose={() => setMade(null)} />}
    </>
  )
}
