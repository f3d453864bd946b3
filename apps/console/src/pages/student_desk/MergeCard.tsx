import { formatDateTime, formatHoursUnit } from '@ce/client/format.ts'
import type { StudentMerge, StudentSummary } from '@ce/client/staff/student_desk.ts'
import { useDecideMerge, useWithdrawMerge } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import cards from '../../components/cards.module.css'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { WithdrawProposalButton } from '../../components/WithdrawProposalButton.tsx'
import { paths } from '../../paths.ts'
import { accountDifferenceText, mergeStateLabels } from './labels.ts'
import { MergeConsequences } from './MergeConsequences.tsx'
import classes from './StudentDesk.module.css'

export function MergeProposalCard({ merge }: { merge: StudentMerge }) {
  const mayMerge = usePermission('student.merge')
  const [decision, setDecision] = useState<'DONE' | 'REJECTED' | null>(null)
  const { label, kind } = mergeStateLabels[merge.state]
  return (
    <article className={cards.card} aria-label={`合并申请：${merge.kept.name}`}>
      <div className={cards.head}>
        <StatusMark kind={kind}>{label}</StatusMark>
        <span className={cards.hint}>
          {merge.proposedBy} {formatDateTime(merge.proposedAt)} 申请
        </span>
      </div>
      <div className={classes.pair}>
        <Side title="保留" student={merge.kept} />
        <Side title={merge.state === 'DONE' ? '已关闭' : '关闭'} student={merge.closed} />
      </div>
      {merge.state === 'PROPOSED' && <Differences {...merge} />}
      <p>申请原因：{merge.reason}</p>
      <MergeConsequences {...merge} />
      <Decided merge={merge} />
      {merge.state === 'PROPOSED' && mayMerge && (
        <div className={cards.buttons}>
          {merge.own ? (
            <Own merge={merge} />
          ) : (
            <>
              <Button type="primary" disabled={merge.obstacles.length > 0} onClick={() => setDecision('DONE')}>
                确认合并…
              </Button>
              <Button onClick={() => setDecision('REJECTED')}>驳回…</Button>
            </>
          )}
        </div>
      )}
      {decision && <DecideDialog merge={merge} decision={decision} onClose={() => setDecision(null)} />}
    </article>
  )
}

function Own({ merge }: { merge: StudentMerge }) {
  const withdraw = useWithdrawMerge()
  return (
    <WithdrawProposalButton
      note="您提出的申请，由另一名工作人员决定。"
      what="合并申请"
      about={merge.kept.name}
      content="两个账号都不变；需要时可以重新申请。"
      takeBack={() => withdraw.mutateAsync({ id: merge.id })}
    />
  )
}

function Differences({ kept, closed }: Pick<StudentMerge, 'kept' | 'closed'>) {
  const words = accountDifferenceText(kept, closed)
  return words && <Alert type="warning" showIcon title={words} />
}

function Side({ title, student }: { title: string; student: StudentSummary }) {
  return (
    <div className={classes.side}>
      <span className={cards.hint}>{title}</span>
      <Link to={paths.student(student.id)}>{student.name}</Link>
      <span>{student.phoneMasked}</span>
      <span>{student.idNoMasked}</span>
      <span>证书 {student.certificateNo}</span>
    </div>
  )
}

const doneWords: Record<StudentMerge['state'], string> = {
  PROPOSED: '',
  DONE: '确认',
  REJECTED: '驳回',
  WITHDRAWN: '撤回',
}

function Decided({ merge }: { merge: StudentMerge }) {
  const { state, decidedBy, decidedAt, decideReason, outcome } = merge
  if (!decidedBy) return null
  return (
    <p>
      {decidedBy} {formatDateTime(decidedAt)} {doneWords[state]}
      {decideReason && `：${decideReason}`}
      {outcome &&
        `。转入 ${formatHoursUnit(outcome.hours)}、${outcome.orders} 份订单${outcome.skipped > 0 ? `；${outcome.skipped} 条相同的学时记录只算一次` : ''}${outcome.restarted > 0 ? `；${outcome.restarted} 门同时学习的课程从头学习` : ''}`}
    </p>
  )
}

interface DecideDialogProps {
  merge: StudentMerge
  decision: 'DONE' | 'REJECTED'
  onClose: () => void
}

function DecideDialog({ merge, decision, onClose }: DecideDialogProps) {
  const decide = useDecideMerge()
  const agreed = decision === 'DONE'
  return (
    <ReasonDialog
      title={agreed ? '确认合并两个账号' : '驳回合并申请'}
      okText={agreed ? '确认合并' : '驳回'}
      danger={agreed}
      placeholder={agreed ? '如：已核对两个账号的证件照' : '如：两人同名，证件不同'}
      send={(reason) => decide.mutateAsync({ id: merge.id, decision, reason })}
      done={{ title: agreed ? '已合并' : '已驳回' }}
      onClose={onClose}
    >
      <p>
        {agreed
          ? `${merge.closed.name}（${merge.closed.phoneMasked}）的账号立即关闭，其中的报名、订单、学时转到 ${merge.kept.phoneMasked} 的账号。不能撤回。`
          : '两个账号都不变；以后可以重新申请。'}
      </p>
    </ReasonDialog>
  )
}
