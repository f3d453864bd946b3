import { failureWords } from '@ce/client/form-refusal.ts'
import { formatFen } from '@ce/client/format.ts'
import {
  type CasePreview,
  type CaseProposal,
  type MoneyCase,
  usePreviewCase,
} from '@ce/client/staff/finance.ts'
import { orderStatusNames } from '@ce/contract/state-names'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { FormProblem } from '../../components/FormProblem.tsx'
import classes from './Finance.module.css'
import { fateWords, refundWords, waitWords } from './words.ts'

/** What a decision that waits would do, asked for by whoever is to agree. */
export function CaseConsequences({ proposal }: { proposal: CaseProposal; found: MoneyCase }) {
  const preview = usePreviewCase()
  const [seen, setSeen] = useState<CasePreview | null>(null)
  if (seen) return <Consequences seen={seen} />
  const { error } = preview
  return (
    <div>
      {error && <FormProblem problem={failureWords(error)} />}
      <Button
        loading={preview.isPending}
        onClick={() => void preview.mutateAsync(proposal).then(setSeen, () => undefined)}
      >
        查看同意的后果
      </Button>
    </div>
  )
}

/** What follows for order, course, hours and invoice, what students are told, and what is left of the case. */
export function Consequences({ seen }: { seen: CasePreview }) {
  return (
    <section className={classes.card} aria-label="处理的后果">
      <strong>处理的后果</strong>
      <ul className={classes.rows}>
        {consequencesOf(seen).map((line) => (
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

/** Line by line, with what stays as it is where staff would ask for it. */
export function consequencesOf(seen: CasePreview): string[] {
  const { before, after, rest, asksChannel } = seen
  const lines: string[] = []
  if (before && after) {
    const { status, kept } = after
    lines.push(
      before.status === status
        ? `订单状态不变：${orderStatusNames[status]}。`
        : `订单由“${orderStatusNames[before.status]}”变为“${orderStatusNames[status]}”。`,
    )
    if (before.kept !== kept)
      lines.push(`订单实收由 ${formatFen(before.kept)} 变为 ${formatFen(kept)}。`)
    for (const [at, line] of after.lines.entries()) {
      const was = before.lines[at]
      if (!was) continue
      const { name, title } = line
      if (was.open && !line.open) lines.push(`${name} 的“${title}”课程关闭，可以重新报名。`)
      if (!was.open && line.open) lines.push(`${name} 的“${title}”课程开通。`)
      if (was.open && line.open && line.hoursCredited)
        lines.push(`${name} 已取得的学时不变，课程继续开放。`)
      if (line.refund && line.refund !== was.refund)
        lines.push(`${name} 的退款：${refundWords[line.refund].label}。`)
    }
  } else lines.push('不涉及任何订单、课程与学时。')
  lines.push(invoiceWords(seen))
  if (asksChannel) lines.push('平台随即向支付渠道申请退回余下的部分。')
  lines.push(rest > 0 ? `这条差异还有 ${formatFen(rest)} 待处理。` : '这条差异处理完毕。')
  return lines
}

function invoiceWords({ invoiceBefore, invoiceAfter }: CasePreview): string {
  if (!invoiceBefore || !invoiceAfter) return '没有开票申请，发票不涉及。'
  if (invoiceAfter.waitsFor && invoiceAfter.waitsFor !== invoiceBefore.waitsFor)
    return `${waitWords[invoiceAfter.waitsFor]}。`
  return invoiceAfter.state === invoiceBefore.state ? '发票不变。' : fateWords(invoiceBefore)
}
