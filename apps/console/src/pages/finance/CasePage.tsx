import { type DefinitionItem, DefinitionList } from '@ce/client/components/DefinitionList.tsx'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type MoneyCase, moneyCaseQuery, useReopenMoneyCase } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { StaffName } from '../../components/StaffName.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { CaseDecisionForm } from './CaseDecisionForm.tsx'
import { CaseDecisions } from './CaseDecisions.tsx'
import { RecheckDifferenceButton } from './DifferenceCard.tsx'
import classes from './Finance.module.css'
import {
  channelName,
  differenceResolutionText,
  differenceStateLabels,
  differenceText,
  remainingCaseEffectTexts,
} from './labels.ts'
import { MoneyCaseComparison } from './MoneyCaseComparison.tsx'

/** Shows a money case: both sides of the difference, its decisions and possible outcomes. */
export function CasePage() {
  const { id = '' } = useParams()
  const query = useQuery(moneyCaseQuery(id))
  return (
    <>
      <PageHeader title="对账差异" actions={<BackLink to={paths.financeTab('differences')}>返回对账差异</BackLink>}>
        两边的记录、处理的后果与经过都在这一页。
      </PageHeader>
      <QueryContent query={query}>{(found) => <Case found={found} />}</QueryContent>
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
      <MoneyCaseComparison found={found} />
      <CaseDecisions found={found} />
      {mayResolve && !mayRefund && isLeft && (
        <p className={cards.hint}>涉及退款的处理方式，由有“审核退款”权限的工作人员办理，这里没有列出。</p>
      )}
      {mayResolve && found.outcomes.length > 0 && (
        <CaseDecisionForm key={`${found.foundAt} ${found.rest} ${found.decisions.length}`} found={found} />
      )}
    </div>
  )
}

function Particulars({ found }: { found: MoneyCase }) {
  const mayResolve = usePermission('finance.resolve')
  const [reopening, setReopening] = useState(false)
  const { state, waits, channel, day, sum, rest, foundAt, kind } = found
  const { label, about, advice } = differenceText(found)
  const facts: DefinitionItem[] = [
    [
      '单号',
      <span key="about" className={classes.number}>
        {about}
      </span>,
    ],
    ...(channel ? [['渠道', channelName(channel)] satisfies DefinitionItem] : []),
    ...(day ? [['账单日', day] satisfies DefinitionItem] : []),
    ['发现', formatDateTime(foundAt)],
    ...(sum === 0 ? [] : [[sumName(kind, sum), formatFen(Math.abs(sum))] satisfies DefinitionItem]),
    ...(state === 'OPEN' && sum !== 0 ? [['待处理', formatFen(rest)] satisfies DefinitionItem] : []),
  ]
  return (
    <CardSection
      id="case"
      title={label}
      beside={
        <StatusMark kind={differenceStateLabels[state].kind}>
          {waits ? '待第二人审核' : differenceStateLabels[state].label}
        </StatusMark>
      }
    >
      <DefinitionList className={cards.facts} facts={facts} />
      {state === 'OPEN' ? (
        <p>{advice}</p>
      ) : (
        <p>
          {found.resolvedBy ? <StaffName actor={found.resolvedBy} /> : '系统'} {formatDateTime(found.resolvedAt)}：
          {differenceResolutionText(found)}
        </p>
      )}
      {found.reopenedBy && (
        <p className={cards.hint}>
          <StaffName actor={found.reopenedBy} /> {formatDateTime(found.reopenedAt)} 重新打开：
          {found.reopenReason}
        </p>
      )}
      <div className={cards.buttons}>
        <RecheckDifferenceButton difference={found} />
        {mayReopen(found) && mayResolve && <Button onClick={() => setReopening(true)}>重新打开…</Button>}
      </div>
      {reopening && <ReopenDialog found={found} onClose={() => setReopening(false)} />}
    </CardSection>
  )
}

/** A resolved case can be reopened; a case whose two sides agreed by themselves, only if staff decided a part of it. */
function mayReopen({ state, decisions }: MoneyCase): boolean {
  return state === 'RESOLVED' || (state === 'HEALED' && decisions.some((one) => one.state === 'APPROVED'))
}

function sumName(kind: MoneyCase['kind'], sum: number): string {
  if (kind === 'REFUND_STUCK') return '应退金额'
  return sum > 0 ? '渠道多于平台' : '渠道少于平台'
}

function ReopenDialog({ found, onClose }: { found: MoneyCase; onClose: () => void }) {
  const reopen = useReopenMoneyCase()
  const { id, decisions } = found
  const applied = decisions.filter(({ state }) => state === 'APPROVED')
  const lasting = applied.filter(({ outcome }) => outcome in remainingCaseEffectTexts)
  return (
    <ReasonDialog
      marked
      title="重新打开这条差异"
      okText="重新打开"
      placeholder="如：凭证属于另一名学员"
      send={(reason) => reopen.mutateAsync({ id, reason })}
      done={{ title: '已重新打开' }}
      onClose={onClose}
    >
      {applied.length > lasting.length && <p>已生效的处理随即撤销，金额重新待处理；已通知过的学员会收到更正。</p>}
      {lasting.map(({ id: decision, outcome }) => (
        <p key={decision}>{remainingCaseEffectTexts[outcome]}</p>
      ))}
    </ReasonDialog>
  )
}
