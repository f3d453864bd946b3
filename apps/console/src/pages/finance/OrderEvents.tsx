import { formatDateTime } from '@ce/client/format.ts'
import type { FinanceEvent } from '@ce/client/staff/finance.ts'
import { Who } from '../../components/Who.tsx'
import { actionWords } from '../audit/action-words.ts'
import classes from './Finance.module.css'
import { detailWords } from './words.ts'

/** Everything that happened to an order and its money, as the log has it. */
export function OrderEvents({ events }: { events: FinanceEvent[] }) {
  return (
    <section className={classes.card} aria-labelledby="events">
      <h2 id="events">经过</h2>
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
