import type { Tx } from '../../platform/db/database.ts'
import { endAllConsents } from './service/outside.ts'
import { forgetCodes } from './store/codes.ts'
import { forgetMessages as deleteMessages, insertMessages, type NewMessage } from './store.ts'

export { announce, revokeAnnouncements } from './service/announce.ts'
export { endAllConsents } from './service/outside.ts'
export { messagesOf } from './service/read.ts'
export type { Announcement } from './store/announcements.ts'
export { deskDays } from './store/desk.ts'
export { forgetOldDeliveries } from './store/outbox.ts'
export { forgetOldMessages, type NewMessage, passOnUnread } from './store.ts'

/**
 * Tells students of what happened to them, in the transaction of what it tells of: both are there, or neither. The same event is told once,
 * however often it is reported.
 */
export async function notify(tx: Tx, ...messages: NewMessage[]): Promise<void> {
  if (messages.length > 0) await insertMessages(tx, messages)
}

/** All that these students were told, by whatever way, and what they agreed to. @returns how many messages */
export async function forgetMessages(tx: Tx, studentIds: readonly string[]): Promise<number> {
  await endAllConsents(tx, studentIds)
  await forgetCodes(tx, studentIds)
  return deleteMessages(tx, studentIds)
}
