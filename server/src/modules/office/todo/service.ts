import { readFromReplica } from '../../../platform/db/replicas.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffActor } from '../../../platform/staff-calls.ts'
import { maxListedDeliveryDays } from '../../message/service.ts'
import { permittedTodoQueues } from './queues.ts'
import { countTodoQueues } from './store.ts'

export async function listTodoQueues(deps: Deps, { staffId, permissions }: StaffActor) {
  const queues = permittedTodoQueues(permissions).filter(
    // If no message channel is configured, the delivery queue is hidden.
    (queue) => queue !== 'DELIVERY' || deps.channels.length > 0,
  )
  const counted = await readFromReplica(deps, (db) =>
    countTodoQueues(db, queues, { staffId, deskDays: maxListedDeliveryDays }),
  )
  const found = new Map(counted.map((row) => [row.queue, row]))
  const none = { count: 0, oldestAt: null }
  return { list: queues.map((queue) => ({ ...none, ...found.get(queue), queue })) }
}
