import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { continueUntilStopped, sweepItemsOneByOne } from '../../../platform/jobs/sweep.ts'
import {
  type Announcement,
  type AnnouncementAudience,
  claimAnnouncement,
  endAnnouncements,
  insertAnnouncement,
  listNextRecipients,
  listOpenAnnouncements,
  saveAnnouncementProgress,
} from '../store/announcements.ts'
import { insertMessages, type NewMessage } from '../store.ts'

/** Students per batch; one batch takes a fraction of a second. */
const batch = 500

/** Runs in the transaction of the event; a job writes the messages later. */
export function announce(tx: Tx, announcement: Announcement): Promise<void> {
  return insertAnnouncement(tx, announcement)
}

/**
 * Ends announcements that are not delivered to all students yet. If a batch is being delivered, this function waits for
 * its end.
 */
export function revokeAnnouncements(tx: Tx, of: { audience: AnnouncementAudience; audienceId: string }): Promise<void> {
  return endAnnouncements(tx, of)
}

/** Each batch has its own transaction, so that another process can continue the job. */
export async function deliverAnnouncements({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  const job = 'message.tellAnnounced'
  await sweepItemsOneByOne(db, {
    job,
    items: await listOpenAnnouncements(db, job),
    subjectOf: (id) => id,
    work: async (id) => {
      while (await tellNext(db, id)) stopping?.throwIfAborted()
    },
    goesOn: continueUntilStopped(stopping),
  })
}

function tellNext(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const announcement = await claimAnnouncement(tx, id)
    if (!announcement) return false
    const { title, body, link } = announcement
    const kind = announcement.kind as NewMessage['kind']
    const students = await listNextRecipients(tx, announcement, batch)
    const event = `announcement:${id}`
    await insertMessages(
      tx,
      students.map((studentId) => ({ studentId, kind, event, title, body, link })),
    )
    await saveAnnouncementProgress(tx, id, students.at(-1) ?? null)
    return students.length > 0
  })
}
