import { formatDateTime } from '@ce/client/format.ts'
import { type StaffMember, staffListQuery } from '@ce/client/staff/staff.ts'
import { readStaffSession } from '@ce/client/staff-session.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { OneTimePassword } from '../../components/OneTimePassword.tsx'
import { textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { CreateStaffDialog, type NewStaffPassword } from './CreateStaff.tsx'
import { EditStaffDialog } from './EditStaff.tsx'
import { ResetStaffDialog } from './ResetStaff.tsx'
import classes from './StaffPage.module.css'
import { SwitchStaffDialog } from './SwitchStaff.tsx'

interface StaffAct {
  kind: 'edit' | 'switch' | 'reset'
  member: StaffMember
}

const staff = defineList({
  label: '工作人员',
  unit: '名',
  filters: { keyword: textFilter('按姓名或用户名查找', searchLimits.staff) },
  query: (filter, page) => staffListQuery({ ...filter, ...page }),
  // This text is never shown: the reader is a staff member too, so the list is never empty.
  empty: { title: '没有工作人员' },
})

export function StaffPage() {
  const [act, setAct] = useState<StaffAct | { kind: 'create' } | null>(null)
  const [made, setMade] = useState<NewStaffPassword | null>(null)
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
      <List list={useList(staff)} columns={columns(setAct)} />
      {act?.kind === 'create' && <CreateStaffDialog onClose={close} onDone={setMade} />}
      {act?.kind === 'edit' && <EditStaffDialog member={act.member} onClose={close} />}
      {act?.kind === 'switch' && <SwitchStaffDialog member={act.member} onClose={close} />}
      {act?.kind === 'reset' && <ResetStaffDialog member={act.member} onClose={close} onDone={setMade} />}
      {made && ended && (
        <OneTimePassword account={`用户名 ${made.username}`} password={made.password} onClose={() => setMade(null)} />
      )}
    </>
  )
}

function columns(onAct: (act: StaffAct) => void): TableProps<StaffMember>['columns'] {
  const myId = readStaffSession()?.me.id
  return [
    { key: 'name', title: '姓名', render: (_, member) => <Person member={member} /> },
    { key: 'roles', title: '角色', responsive: ['md'], render: (_, member) => roleText(member) },
    {
      key: 'totp',
      title: '动态口令',
      responsive: ['lg'],
      render: (_, { totp }) => (totp === 'ON' ? <StatusMark kind="done">已绑定</StatusMark> : <TotpOff state={totp} />),
    },
    {
      key: 'state',
      title: '状态',
      responsive: ['md'],
      render: (_, member) => <State member={member} />,
    },
    {
      key: 'seen',
      title: '最近使用',
      responsive: ['lg'],
      render: (_, { lastSeenAt }) => formatDateTime(lastSeenAt) || '从未登录',
    },
    {
      key: 'created',
      title: '创建时间',
      responsive: ['xl'],
      render: (_, { createdAt }) => formatDateTime(createdAt),
    },
    {
      key: 'acts',
      title: '操作',
      render: (_, member) => <Acts member={member} oneself={member.id === myId} onAct={onAct} />,
    },
  ]
}

const roleText = ({ roles }: StaffMember) => roles.map(({ title }) => title).join('、') || '尚未分配角色'

function Person({ member }: { member: StaffMember }) {
  return (
    <span className={classes.person}>
      {member.name}
      <span className="cell-note">{member.username}</span>
      <span className="narrow-only">
        {roleText(member)} <State member={member} />
      </span>
    </span>
  )
}

function State({ member }: { member: StaffMember }) {
  return member.disabled ? <StatusMark kind="locked">已停用</StatusMark> : <StatusMark kind="done">启用</StatusMark>
}

function TotpOff({ state }: { state: StaffMember['totp'] }) {
  return state === 'REQUIRED' ? (
    <StatusMark kind="warning">待绑定</StatusMark>
  ) : (
    <StatusMark kind="todo">未绑定</StatusMark>
  )
}

interface ActsProps {
  member: StaffMember
  oneself: boolean
  onAct: (act: StaffAct) => void
}

function Acts({ member, oneself, onAct }: ActsProps) {
  if (oneself) return <span className="cell-note">本人，由其他管理员维护</span>
  const act = (kind: StaffAct['kind'], text: string, danger = false) => (
    <Button
      type="link"
      size="small"
      danger={danger}
      aria-label={`${text}：${member.name}`}
      onClick={() => onAct({ kind, member })}
    >
      {text}
    </Button>
  )
  return (
    <span className={classes.acts}>
      {act('edit', '编辑')}
      {act('reset', '重置密码')}
      {member.disabled ? act('switch', '启用') : act('switch', '停用', true)}
    </span>
  )
}
