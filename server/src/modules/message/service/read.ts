import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PageRequest } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { maySeeMessage } from '../policy.ts'
import { reminderText } from '../reminder-text.ts'
import { listDeliveries } from '../store/outbox.ts'
import {
  countUnreadMessages,
  findMessage,
  listMessages,
  type NewMessage,
  setAllMessagesRead,
  setMessageRead,
} from '../store.ts'

type ListInput = z.output<(typeof clientCalls)['message']['list']['request']>

export async function myMessages({ db }: Deps, { studentId }: StudentActor, input: ListInput) {
  const unread = input.unread === 'true'
  const { list, ...page } = await listMessages(db, { ...input, studentId, unread })
  const shown = list.map(({ createdAt, readAt, kind, year, studyEndAt, now, ...row }) => ({
    ...row,
    ...(year !== null && studyEndAt && reminderText({ year, studyEndAt }, now)),
    kind: asKind(kind),
    at: createdAt,
    read: readAt !== null,
  }))
  return { list: shown, ...page }
}

export async function deskMessagesOfStudent(db: Db, { studentId, ...paging }: PageRequest & { studentId: string }) {
  const { list, ...page } = await listMessages(db, { studentId, unread: false, ...paging })
  const outside = await listDeliveries(
    db,
    list.map(({ id }) => id),
  )
  return {
    list: list.map(({ kind, link: _link, createdAt: at, year, studyEndAt, now, ...message }) => ({
      ...message,
      ...(year !== null && studyEndAt && reminderText({ year, studyEndAt }, now)),
      kind: asKind(kind),
      at,
      outside: outside.flatMap(({ messageId, ...one }) => (messageId === message.id ? [one] : [])),
    })),
    ...page,
  }
}

/** A check constraint of the column guarantees the type. */
function asKind(kind: string) {
  return kind as NewMessage['kind']
}

export async function readUnreadCount({ db }: Deps, { studentId }: StudentActor) {
  return { count: await countUnreadMessages(db, studentId) }
}

/** @throws Refusal common.notFound */
export async function readMessage({ db }: Deps, student: StudentActor, { id }: { id: string }) {
  const message = await findMessage(db, id)
  if (!message || !maySeeMessage(student, message)) return refuse('common.notFound')
  await setMessageRead(db, id)
  return null
}

export async function readAllMessages({ db }: Deps, { studentId }: StudentActor, { before }: { before: string }) {
  return { count: await setAllMessagesRead(db, studentId, before) }
}
