import { formatDateTime } from '@ce/client/format.ts'
import type { StaffMember } from '@ce/client/staff/staff.ts'
import { readStaffSession } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import classes from './StaffPage.module.css'

export interface StaffAct {
  kind: 'edit' | 'switch' | 'reset'
  member: StaffMember
}

/** The table of accounts; what cannot be done to oneself is not offered. */
export function staffColumns(onAct: (act: StaffAct) => void): TableProps<StaffMember>['columns'] {
  const myId = readStaffSession()?.me.id
  return [
    { key: 'name', title: '姓名', render: (_, member) => <Person member={member} /> },
    { key: 'roles', title: '角色', responsive: ['md'], render: (_, member) => roleText(member) },
    {
      key: 'totp',
      title: '动态口令',
      responsive: ['lg'],
      render: (_, { totp }) =>
        totp === 'ON' ? <StatusMark kind="done">已绑定</StatusMark> : <TotpOff state={totp} />,
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

const roleText = ({ roles }: StaffMember) =>
  roles.map(({ title }) => title).join('、') || '尚未分配角色'

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
  return member.disabled ? (
    <StatusMark kind="locked">已停用</StatusMark>
  ) : (
    <StatusMark kind="done">启用</StatusMark>
  )
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
