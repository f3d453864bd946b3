import { formatDateTime } from '@ce/client/format.ts'
import type { FinanceEvent, FinanceOrder } from '@ce/client/staff/finance.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Link } from 'react-router'
import { Who } from '../../components/Who.tsx'
import { paths } from '../../paths.ts'
import { actionWords } from '../audit/action-words.ts'
import classes from './Finance.module.css'
import { detailWords } from './words.ts'

/** Everything that happened to an order and its money, as the log has it. */
export function OrderEvents({ order }: { order: FinanceOrder }) {
  const { events, earlierEvents, orderNo } = order
  const mayLook = usePermission('audit.read')
  return (
    <section className={classes.card} aria-labelledby="events">
      <h2 id="events">经过</h2>
      {earlierEvents > 0 && (
        <p className={classes.hint}>
          更早的还有 {earlierEvents} 条，见
          {mayLook ? <Link to={paths.auditOf(orderNo)}>操作日志</Link> : '操作日志'}。
        </p>
      )}
      <ol className={classes.rows}>
        {events.map((event) => (
          <li key={event.id} className={classes.row}>
            <span>
              {actionWords(event.action)}
              <span className="cell-note">
                <Who actor={event.actor} />
              </span>
              {reasonOf(event) && <span className="cell-note">{reasonOf(event)}</span>}
            </span>
            <span className={classes.number}>{formatDateTime(event.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function reasonOf({ action, detail }: FinanceEvent): string {
  const said = typeof detail.reason === 'string' && action.startsWith('order.refund')
  return said ? `原因：${detail.reason}` : detailWords(detail)
}
