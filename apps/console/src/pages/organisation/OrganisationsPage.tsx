import { formatDateTime } from '@ce/client/format.ts'
import { type Organisation, organisationsQuery } from '@ce/client/staff/organisation.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import cards from '../../components/cards.module.css'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { OneTimePassword } from '../../components/OneTimePassword.tsx'
import { textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { type CreatedOrganisationPassword, CreateOrganisation } from './CreateOrganisation.tsx'
import { EditOrganisation } from './EditOrganisation.tsx'
import { ResetOrganisation } from './ResetOrganisation.tsx'

interface OrganisationAct {
  kind: 'edit' | 'reset'
  organisation: Organisation
}

const organisations = defineList({
  label: '用人单位',
  unit: '家',
  filters: { keyword: textFilter('名称或统一社会信用代码', searchLimits.organisations) },
  query: (filter, page) => organisationsQuery({ ...filter, ...page }),
  empty: { title: '还没有用人单位', text: '新建之后，把一次性密码转告单位联系人。' },
  notFound: '换个名称或代码再查。',
})

export function OrganisationsPage() {
  const mayManage = usePermission('organisation.manage')
  const [act, setAct] = useState<OrganisationAct | { kind: 'create' } | null>(null)
  const [made, setMade] = useState<CreatedOrganisationPassword | null>(null)
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
      <List list={useList(organisations)} columns={columns(mayManage ? setAct : undefined)} />
      {act?.kind === 'create' && <CreateOrganisation onClose={close} onDone={setMade} />}
      {act?.kind === 'edit' && <EditOrganisation organisation={act.organisation} onClose={close} />}
      {act?.kind === 'reset' && <ResetOrganisation organisation={act.organisation} onClose={close} onDone={setMade} />}
      {made && act === null && <OneTimePassword {...made} onClose={() => setMade(null)} />}
    </>
  )
}

/** Without permission to edit, the table has no action column. */
function columns(onAct: ((act: OrganisationAct) => void) | undefined): TableProps<Organisation>['columns'] {
  return [
    {
      key: 'name',
      title: '单位',
      render: (_, organisation) => (
        <>
          {organisation.name}
          <span className="cell-note">{organisation.creditCode}</span>
          <span className="narrow-only">
            <State organisation={organisation} />
          </span>
        </>
      ),
    },
    {
      key: 'contact',
      title: '联系人',
      responsive: ['lg'],
      render: (_, { contactName, contactPhone }) => <CellWithNote note={contactPhone}>{contactName}</CellWithNote>,
    },
    {
      key: 'people',
      title: '名单 / 已确认 / 已缴费',
      responsive: ['md'],
      render: (_, { invited, confirmed, paid }) => `${invited} / ${confirmed} / ${paid}`,
    },
    {
      key: 'state',
      title: '状态',
      responsive: ['md'],
      render: (_, organisation) => <State organisation={organisation} />,
    },
    {
      key: 'seen',
      title: '最近使用',
      responsive: ['xl'],
      render: (_, { lastSeenAt }) => formatDateTime(lastSeenAt) || '从未登录',
    },
    ...(onAct
      ? [
          {
            key: 'acts',
            title: '操作',
            render: (_: unknown, organisation: Organisation) => (
              <span className={cards.buttons}>
                <Button
                  aria-label={`修改…：${organisation.name}`}
                  onClick={() => onAct({ kind: 'edit', organisation })}
                >
                  修改…
                </Button>
                <Button
                  aria-label={`重置密码…：${organisation.name}`}
                  onClick={() => onAct({ kind: 'reset', organisation })}
                >
                  重置密码…
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ]
}

function State({ organisation }: { organisation: Organisation }) {
  if (organisation.disabled) return <StatusMark kind="todo">已停用</StatusMark>
  return organisation.mustChangePassword ? (
    <StatusMark kind="warning">一次性密码未修改</StatusMark>
  ) : (
    <StatusMark kind="done">使用中</StatusMark>
  )
}
