import { type Member, useWithdrawEmployerRefund } from '@ce/client/employer.ts'
import { formatDate } from '@ce/client/format.ts'
import { byCertificateOnlyNote, memberStateNames } from '@ce/contract/member-states'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { TakeBackButton } from '../../components/TakeBackButton.tsx'
import classes from './Invitation.module.css'
import { memberKinds } from './words.ts'

/** Name, state, and what can be asked for. */
export function memberColumns(onLeave: (member: Member) => void): TableProps<Member>['columns'] {
  return [
    {
      key: 'name',
      title: '姓名',
      render: (_, { name, numberEnd }) => (
        <span className={classes.name}>
          {name}
          {numberEnd && <span className="cell-note">号码尾号 {numberEnd}</span>}
        </span>
      ),
    },
    { key: 'state', title: '状态', render: (_, member) => <State member={member} /> },
    {
      key: 'invited',
      title: '导入日期',
      responsive: ['md'],
      render: (_, { invitedAt }) => formatDate(invitedAt),
    },
    {
      key: 'acts',
      title: '操作',
      render: (_, member) => <Act member={member} onLeave={onLeave} />,
    },
  ]
}

function State({
  member: { state, byCertificateOnly, refundRequest, mayRefund },
}: {
  member: Member
}) {
  return (
    <>
      <StatusMark kind={memberKinds[state]}>{memberStateNames[state]}</StatusMark>
      {refundRequest === 'REFUSED' && mayRefund && (
        <span className="cell-note">退款申请未获同意，原因请咨询协会</span>
      )}
      {byCertificateOnly && <span className="cell-note">{byCertificateOnlyNote}</span>}
    </>
  )
}

function Act({ member, onLeave }: { member: Member; onLeave: (member: Member) => void }) {
  if (member.refundRequest === 'OPEN') return <Asked member={member} />
  if (!member.mayRefund) return '—'
  return (
    <Button aria-label={`申请退款…：${member.name}`} onClick={() => onLeave(member)}>
      申请退款…
    </Button>
  )
}

function Asked({ member: { id, name, mayWithdrawRefund } }: { member: Member }) {
  const withdraw = useWithdrawEmployerRefund()
  return (
    <span className={classes.acts}>
      退款待审核
      {mayWithdrawRefund && (
        <TakeBackButton
          what="退款申请"
          about={name}
          content={`${name} 的课程不受影响；需要时可以重新申请。`}
          takeBack={() => withdraw.mutateAsync({ invitationId: id })}
        />
      )}
    </span>
  )
}
