import { formatDateTime } from '@ce/client/format.ts'
import type { FinanceEvent, FinanceOrder } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { StaffName } from '../../components/StaffName.tsx'
import { paths } from '../../paths.ts'
import { auditActionLabel } from '../audit/action-labels.ts'
import classes from './Finance.module.css'
import { eventDetailText } from './labels.ts'

export function OrderEvents({ order }: { order: FinanceOrder }) {
  const { events, earlierEvents, orderNo } = order
  const mayLook = usePermission('audit.read')
  return (
    <CardSection id="events" title="经过">
      {earlierEvents > 0 && (
        <p className={cards.hint}>
          更早的还有 {earlierEvents} 条，见
          {mayLook ? <Link to={paths.auditOf(orderNo)}>操作日志</Link> : '操作日志'}。
        </p>
      )}
      <ol className={cards.rows}>
        {events.map((event) => (
          <li key={event.id} className={classes.row}>
            <span>
              {auditActionLabel(event.action)}
              <span className="cell-note">
                <StaffName actor={event.actor} />
              </span>
              {reasonOf(event) && <span className="cell-note">{reasonOf(event)}</span>}
            </span>
            <span className={classes.number}>{formatDateTime(event.at)}</span>
          </li>
        ))}
      </ol>
    </CardSection>
  )
}

function reasonOf({ action, detail }: FinanceEvent): string {
  const said = typeof detail.reason === 'string' && action.startsWith('order.refund')
  return said ? `原因：${detail.reason}` : eventDetailText(detail)
}
