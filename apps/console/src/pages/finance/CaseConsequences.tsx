import { callFailureText } from '@ce/client/form-refusal.ts'
import { formatFen } from '@ce/client/format.ts'
import type { MoneyCase, MoneyCasePreview, MoneyCaseProposal } from '@ce/client/staff/finance.ts'
import { usePreviewMoneyCase } from '@ce/client/staff/finance.ts'
import { orderStatusNames } from '@ce/contract/state-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import cards from '../../components/cards.module.css'
import { FormProblem } from '../../components/FormProblem.tsx'
import { invoiceConsequenceText, invoiceWaitTexts, refundStateLabels } from './labels.ts'

export function CaseConsequences({ proposal }: { proposal: MoneyCaseProposal; found: MoneyCase }) {
  const preview = usePreviewMoneyCase()
  const [seen, setSeen] = useState<MoneyCasePreview | null>(null)
  if (seen) return <CasePreviewConsequences seen={seen} />
  const { error } = preview
  return (
    <div>
      {error && <FormProblem problem={callFailureText(error)} />}
      <Button
        loading={preview.isPending}
        onClick={() => void preview.mutateAsync(proposal).then(setSeen, () => undefined)}
      >
        查看同意的后果
      </Button>
    </div>
  )
}

export function CasePreviewConsequences({ seen }: { seen: MoneyCasePreview }) {
  return (
    <section className={cards.card} aria-label="处理的后果">
      <strong>处理的后果</strong>
      <ul className={cards.rows}>
        {caseConsequencesOf(seen).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {seen.messages.map(({ name, title, body }) => (
          <li key={`${name} ${title}`}>
            通知学员 {name}：“{title}”<span className="cell-note">{body}</span>
          </li>
        ))}
        {seen.second && (
          <li>
            <StatusMark kind="warning">须由另一名工作人员审核后生效</StatusMark>
          </li>
        )}
      </ul>
    </section>
  )
}

/**
 * Returns one line per consequence, and one line per thing that staff might expect to change but that stays the same.
 */
export function caseConsequencesOf(seen: MoneyCasePreview): string[] {
  const { before, after, rest, asksChannel } = seen
  const lines: string[] = []
  if (before && after) {
    const { status, kept } = after
    lines.push(
      before.status === status
        ? `订单状态不变：${orderStatusNames[status]}。`
        : `订单由“${orderStatusNames[before.status]}”变为“${orderStatusNames[status]}”。`,
    )
    if (before.kept !== kept) lines.push(`订单实收由 ${formatFen(before.kept)} 变为 ${formatFen(kept)}。`)
    for (const [at, line] of after.lines.entries()) {
      const was = before.lines[at]
      if (!was) continue
      const { name, title } = line
      if (was.open && !line.open) lines.push(`${name} 的“${title}”课程关闭，可以重新报名。`)
      if (!was.open && line.open) lines.push(`${name} 的“${title}”课程开通。`)
      if (was.open && line.open && line.hoursCredited) lines.push(`${name} 已取得的学时不变，课程继续开放。`)
      if (line.refund && line.refund !== was.refund)
        lines.push(`${name} 的退款：${refundStateLabels[line.refund].label}。`)
    }
  } else lines.push('不涉及任何订单、课程与学时。')
  lines.push(invoiceWords(seen))
  if (asksChannel) lines.push('平台随即向支付渠道申请退回余下的部分。')
  lines.push(rest > 0 ? `这条差异还有 ${formatFen(rest)} 待处理。` : '这条差异处理完毕。')
  return lines
}

function invoiceWords({ invoiceBefore, invoiceAfter }: MoneyCasePreview): string {
  if (!invoiceBefore || !invoiceAfter) return '没有开票申请，发票不涉及。'
  if (invoiceAfter.waitsFor && invoiceAfter.waitsFor !== invoiceBefore.waitsFor)
    return `${invoiceWaitTexts[invoiceAfter.waitsFor]}。`
  return invoiceAfter.state === invoiceBefore.state ? '发票不变。' : invoiceConsequenceText(invoiceBefore)
}
