import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import {
  type Announcement,
  type Audience,
  advanceAnnouncement,
  claimAnnouncement,
  endAnnouncements,
  insertAnnouncement,
  listAudience,
  listOpenAnnouncements,
} from '../store/announcements.ts'
import { insertMessages, type NewMessage } from '../store.ts'

/** so many students are told in one transaction: a fraction of a second */
const batch = 500

/**
 * Tells everybody whom a plan, a course or a legal text concerns, in the transaction of what it tells of. That writes one row, however many they
 * are; a job makes a message of each.
 */
export function announce(tx: Tx, announcement: Announcement): Promise<void> {
  return insertAnnouncement(tx, announcement)
}

/** What was announced holds no longer: whoever has not heard of it never does. A batch that is being told is waited for. */
export function revokeAnnouncements(
  tx: Tx,
  of: { audience: Audience; audienceId: string },
): Promise<void> {
  return endAnnouncements(tx, of)
}

/** The job. Each batch moves the row on in its own transaction: another process goes on where one was killed, and nobody is told twice. */
export async function tellAnnounced(
  { db }: Pick<Deps, 'db'>,
  stopping?: AbortSignal,
): Promise<void> {
  const job = 'message.tellAnnounced'
  await sweepEach(db, {
    job,
    items: await listOpenAnnouncements(db, job),
    subjectOf: (id) => id,
    work: async (id) => {
      while (await tellNext(db, id)) stopping?.throwIfAborted()
    },
    goesOn: goesOnUntil(stopping),
  })
}

/** @returns whether somebody may be left */
function tellNext(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const announcement = await claimAnnouncement(tx, id)
    if (!announcement) return false
    const { title, body, link } = announcement
    const kind = announcement.kind as NewMessage['kind']
    const students = await listAudience(tx, announcement, batch)
    const event = `announcement:${id}`
    await insertMessages(
      tx,
      students.map((studentId) => ({ studentId, kind, event, title, body, link })),
    )
    await advanceAnnouncement(tx, id, students.at(-1) ?? null)
    return students.length > 0
  })
}
