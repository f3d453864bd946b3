import { formatPrice } from '@ce/client/format.ts'
import type { FinanceOrder } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button } from 'antd'
import { useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import classes from './Finance.module.css'
import { refundObstacleTexts, refundStateLabels } from './labels.ts'
import { OpenRefundDialog } from './OpenRefundDialog.tsx'

type Line = FinanceOrder['lines'][number]

export function OrderLines({ order }: { order: FinanceOrder }) {
  const [chosen, setChosen] = useState<Line | null>(null)
  const mayRefund = usePermission('finance.refund')
  const asked = new Set(order.requests.filter(({ state }) => state === 'OPEN').map(({ signId }) => signId))
  return (
    <CardSection id="lines" title="报名明细">
      <ul className={cards.rows}>
        {order.lines.map((line) => (
          <li key={line.signId} className={classes.row}>
            <div>
              <p>
                {line.student.name}（{line.student.phoneMasked}），{line.title}，{formatPrice(line.amount)}
              </p>
              <LineState line={line} asked={asked.has(line.signId)} />
            </div>
            {mayRefund && line.obstacle === null && !asked.has(line.signId) && (
              <Button aria-label={`发起退款…：${line.student.name}`} onClick={() => setChosen(line)}>
                发起退款…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <OpenRefundDialog
          orderNo={order.orderNo}
          signId={chosen.signId}
          amount={chosen.amount}
          student={chosen.student.name}
          invoice={order.invoice}
          onClose={() => setChosen(null)}
        />
      )}
    </CardSection>
  )
}

function LineState({ line, asked }: { line: Line; asked: boolean }) {
  if (line.refund) {
    const { label, kind } = refundStateLabels[line.refund]
    return <StatusMark kind={kind}>{label}</StatusMark>
  }
  if (asked) return <StatusMark kind="warning">退款待审核</StatusMark>
  const told = line.obstacle && line.obstacle !== 'NOT_PAID' ? refundObstacleTexts[line.obstacle] : null
  return told ? <span className="cell-note">{told}</span> : null
}
