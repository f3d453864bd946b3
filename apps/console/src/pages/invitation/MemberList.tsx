import type { EmployerMember, EmployerPlan } from '@ce/client/employer.ts'
import { employerMembersQuery, useWithdrawEmployerRefund } from '@ce/client/employer.ts'
import { formatDate } from '@ce/client/format.ts'
import type { PayType } from '@ce/client/payment/channels.ts'
import { memberStateLabels, memberStates, unverifiedMemberNote } from '@ce/contract/member-states'
import { searchLimits } from '@ce/contract/search-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { WithdrawProposalButton } from '../../components/WithdrawProposalButton.tsx'
import { employerPaths } from '../../employer/paths.ts'
import { choiceFilter, personalFilter, textFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { useSelection } from '../../kit/list/Selection.tsx'
import classes from './Invitation.module.css'
import { memberStateKinds } from './labels.ts'
import { MemberActions } from './MemberActions.tsx'
import { PlanSelect } from './PlanSelect.tsx'
import { RequestRefundDialog } from './RefundDialog.tsx'

const members = defineList({
  label: '人员名单',
  unit: '人',
  filters: {
    keyword: personalFilter(textFilter('按姓名查找', searchLimits.members)),
    state: choiceFilter('状态', '全部状态', memberStateLabels),
  },
  query: (filter, page, planId: string) => employerMembersQuery({ planId, ...filter, ...page }),
  empty: {
    title: '该年度还没有名单',
    text: '导入之后，每个人在学员中心收到邀请，确认后就可以由单位缴费。',
    action: <Link to={employerPaths.list()}>导入名单</Link>,
  },
})

export type EmployerPlans = readonly EmployerPlan[]

interface MembersProps {
  plan: EmployerPlan
  plans: EmployerPlans
  payTypes: readonly PayType[]
}

export function MemberList({ plan, plans, payTypes }: MembersProps) {
  const list = useList(members, plan.id)
  const { data } = list.query
  const { chosen, choose, rows } = useSelection(data?.list)
  const [leaving, setLeaving] = useState<EmployerMember | null>(null)
  const counts: Readonly<Record<string, number>> = data?.counts ?? {}
  return (
    <>
      <List
        list={list}
        columns={columns(setLeaving)}
        options={{
          state: memberStates.map((value) => ({
            value,
            label: `${memberStateLabels[value]} ${counts[value] ?? 0}`,
          })),
        }}
        before={
          <PlanSelect plans={plans} value={plan.id} onChange={(id) => list.set({ plan: id, state: undefined })} />
        }
        above={
          <MemberActions
            plan={plan}
            payTypes={payTypes}
            ticked={chosen}
            onTicked={(some) => choose(some.map(({ id }) => id))}
          />
        }
        selection={rows(({ name }) => ` ${name}`)}
      />
      {leaving && <RequestRefundDialog member={leaving} plan={plan} onClose={() => setLeaving(null)} />}
    </>
  )
}

function columns(onLeave: (member: EmployerMember) => void): TableProps<EmployerMember>['columns'] {
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

function State({ member: { state, byCertificateOnly, refundRequest, mayRefund } }: { member: EmployerMember }) {
  return (
    <>
      <StatusMark kind={memberStateKinds[state]}>{memberStateLabels[state]}</StatusMark>
      {refundRequest === 'REFUSED' && mayRefund && <span className="cell-note">退款申请未获同意，原因请咨询协会</span>}
      {byCertificateOnly && <span className="cell-note">{unverifiedMemberNote}</span>}
    </>
  )
}

function Act({ member, onLeave }: { member: EmployerMember; onLeave: (member: EmployerMember) => void }) {
  if (member.refundRequest === 'OPEN') return <Asked member={member} />
  if (!member.mayRefund) return '—'
  return (
    <Button aria-label={`申请退款…：${member.name}`} onClick={() => onLeave(member)}>
      申请退款…
    </Button>
  )
}

function Asked({ member: { id, name, mayWithdrawRefund } }: { member: EmployerMember }) {
  const withdraw = useWithdrawEmployerRefund()
  return (
    <span className={classes.acts}>
      退款待审核
      {mayWithdrawRefund && (
        <WithdrawProposalButton
          what="退款申请"
          about={name}
          content={`${name} 的课程不受影响；需要时可以重新申请。`}
          takeBack={() => withdraw.mutateAsync({ invitationId: id })}
        />
      )}
    </span>
  )
}
