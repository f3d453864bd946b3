import type { Tx } from '../../platform/db/database.ts'
import { withdrawAllConsents } from './service/outside.ts'
import { forgetEmailCodes } from './store/consents.ts'
import { forgetMessages as deleteMessages, insertMessages, type NewMessage } from './store.ts'

export type { Announcement } from './store/announcements.ts'
export { forgetOldDeliveries, maxListedDeliveryDays } from './store/outbox.ts'
export { forgetOldMessages, moveUnreadMessages, type NewMessage } from './store.ts'

/** Runs in the transaction of the event, so that the event is reported exactly once. */
export async function notify(tx: Tx, ...messages: NewMessage[]): Promise<void> {
  if (messages.length > 0) await insertMessages(tx, messages)
}

/**
 * Also ends consents and deletes e-mail codes.
 * @returns how many messages were deleted
 */
export async function forgetMessages(tx: Tx, studentIds: readonly string[]): Promise<number> {
  await withdrawAllConsents(tx, studentIds)
  await forgetEmailCodes(tx, studentIds)
  return deleteMessages(tx, studentIds)
}
