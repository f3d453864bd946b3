import type { Deps } from '../../platform/deps.ts'
import type { StaffActor } from '../../platform/staff-calls.ts'
import { deskDays } from '../message/service.ts'
import { openQueues } from './queues.ts'
import { countQueues } from './store.ts'

/** What waits for this person: only queues that their permissions open, one statement for all of them. */
export async function listTodo({ db, channels }: Deps, { staffId, permissions }: StaffActor) {
  const queues = openQueues(permissions).filter(
    // without e-mail and SMS no page speaks of them
    (queue) => queue !== 'DELIVERY' || channels.length > 0,
  )
  const counted = await countQueues(db, queues, { staffId, deskDays })
  const found = new Map(counted.map((row) => [row.queue, row]))
  const none = { count: 0, oldestAt: null }
  return { list: queues.map((queue) => ({ ...none, ...found.get(queue), queue })) }
}
