import type { Tx } from '../../platform/db/database.ts'
import { insertMessages, type NewMessage } from './store.ts'

export { forgetMessages, forgetOldMessages, type NewMessage } from './store.ts'

/**
 * Tells students of what happened to them, in the transaction of what it tells of: both are there, or neither. The same event is told once,
 * however often it is reported.
 */
export async function notify(tx: Tx, ...messages: NewMessage[]): Promise<void> {
  if (messages.length > 0) await insertMessages(tx, messages)
}
