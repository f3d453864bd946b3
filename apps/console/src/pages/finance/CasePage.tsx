import { type Fact, Facts } from '@ce/client/components/Facts.tsx'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type MoneyCase, moneyCaseQuery, useReopenCase } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import { Who } from '../../components/Who.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { CaseDecisions } from './CaseDecisions.tsx'
import { CaseSides } from './CaseSides.tsx'
import { AskAgain } from './DifferenceCard.tsx'
import classes from './Finance.module.css'
import { SettleForm } from './SettleForm.tsx'
import {
  channelName,
  differenceStates,
  differenceText,
  endWords,
  lastingOutcomes,
} from './words.ts'

/** One difference: both sides, what was decided of it, and how it may end. */
export function CasePage() {
  const { id = '' } = useParams()
  const query = useQuery(moneyCaseQuery(id))
  return (
    <>
      <PageHeader
        title="对账差异"
        actions={<BackLink to={paths.financeTab('differences')}>返回对账差异</BackLink>}
      >
        两边的记录、处理的后果与经过都在这一页。
      </PageHeader>
      <Loaded query={query}>{(found) => <Case found={found} />}</Loaded>
    </>
  )
}

function Case({ found }: { found: MoneyCase }) {
  const mayResolve = usePermission('finance.resolve')
  const mayRefund = usePermission('finance.refund')
  const isLeft = found.state === 'OPEN' && !found.waits
  return (
    <div className={classes.page}>
      <Particulars found={found} />
      <CaseSides found={found} />
      <CaseDecisions found={found} />
      {mayResolve && !mayRefund && isLeft && (
        <p className={classes.hint}>
          涉及退款的处理方式，由有“审核退款”权限的工作人员办理，这里没有列出。
        </p>
      )}
      {mayResolve && found.outcomes.length > 0 && (
        <SettleForm
          key={`${found.foundAt} ${found.rest} ${found.decisions.length}`}
          found={found}
        />
      )}
    </div>
  )
}

function Particulars({ found }: { found: MoneyCase }) {
  const mayResolve = usePermission('finance.resolve')
  const [reopening, setReopening] = useState(false)
  const { state, waits, channel, day, sum, rest, foundAt, kind } = found
  const { label, about, advice } = differenceText(found)
  const facts: Fact[] = [
    [
      '单号',
      <span key="about" className={classes.number}>
        {about}
      </span>,
    ],
    ...(channel ? [['渠道', channelName(channel)] satisfies Fact] : []),
    ...(day ? [['账单日', day] satisfies Fact] : []),
    ['发现', formatDateTime(foundAt)],
    ...(sum === 0 ? [] : [[sumName(kind, sum), formatFen(Math.abs(sum))] satisfies Fact]),
    ...(state === 'OPEN' && sum !== 0 ? [['待处理', formatFen(rest)] satisfies Fact] : []),
  ]
  return (
    <section className={classes.card} aria-labelledby="case">
      <div className={classes.head}>
        <h2 id="case">{label}</h2>
        <StatusMark kind={differenceStates[state].kind}>
          {waits ? '待第二人审核' : differenceStates[state].label}
        </StatusMark>
      </div>
      <Facts className={classes.facts} facts={facts} />
      {state === 'OPEN' ? (
        <p>{advice}</p>
      ) : (
        <p>
          {found.resolvedBy ? <Who actor={found.resolvedBy} /> : '系统'}{' '}
          {formatDateTime(found.resolvedAt)}：{endWords(found)}
        </p>
      )}
      {found.reopenedBy && (
        <p className={classes.hint}>
          <Who actor={found.reopenedBy} /> {formatDateTime(found.reopenedAt)} 重新打开：
          {found.reopenReason}
        </p>
      )}
      <div className={classes.buttons}>
        <AskAgain difference={found} />
        {mayReopen(found) && mayResolve && (
          <Button onClick={() => setReopening(true)}>重新打开…</Button>
        )}
      </div>
      {reopening && <ReopenDialog found={found} onClose={() => setReopening(false)} />}
    </section>
  )
}

/** What agreed by itself has nothing to undo, unless a part of it was decided. */
function mayReopen({ state, decisions }: MoneyCase): boolean {
  return (
    state === 'RESOLVED' ||
    (state === 'HEALED' && decisions.some((one) => one.state === 'APPROVED'))
  )
}

/** What the sum of a case is. */
function sumName(kind: MoneyCase['kind'], sum: number): string {
  if (kind === 'REFUND_STUCK') return '应退金额'
  return sum > 0 ? '渠道多于平台' : '渠道少于平台'
}

function ReopenDialog({ found, onClose }: { found: MoneyCase; onClose: () => void }) {
  const reopen = useReopenCase()
  const { id, decisions } = found
  const applied = decisions.filter(({ state }) => state === 'APPROVED')
  const lasting = applied.filter(({ outcome }) => outcome in lastingOutcomes)
  return (
    <FormDialog
      marked
      title="重新打开这条差异"
      okText="重新打开"
      initialValues={{ reason: '' }}
      send={async ({ reason }) => {
        await reopen.mutateAsync({ id, reason })
        showNotice({ kind: 'success', title: '已重新打开' })
      }}
      onClose={onClose}
    >
      {applied.length > lasting.length && (
        <p>已生效的处理随即撤销，金额重新待处理；已通知过的学员会收到更正。</p>
      )}
      {lasting.map(({ id: decision, outcome }) => (
        <p key={decision}>{lastingOutcomes[outcome]}</p>
      ))}
      <Reason placeholder="如：凭证属于另一名学员" />
    </FormDialog>
  )
}
