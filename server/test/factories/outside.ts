import { randomUUID } from 'node:crypto'
import { sendOutside } from '../../src/modules/message/service/send.ts'
import { type NewMessage, notify } from '../../src/modules/message/service.ts'
import type { MessageChannel } from '../../src/platform/channels/channel.ts'
import { appNow, inTransaction } from '../../src/platform/db/database.ts'
import { deps, must, passTime, world } from '../world.ts'
import type { TestStudent } from './student.ts'

/** What arrived at the simulator (tools/messages/book.ts). */
export interface Arrived {
  channel: 'EMAIL' | 'SMS'
  key: string
  to: string
  subject: string
  text: string
  /** of a mail; content as base64 */
  attachments?: { name: string; content: string }[]
  times: number
}

async function control<Answer>(name: string, input: object): Promise<Answer> {
  const url = `${world().messages.url}/control/${name}`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(input) })
  return (await response.json()) as Answer
}

/** All that arrived for one reader, oldest first. */
export async function arrivedFor(to: string): Promise<Arrived[]> {
  return (await control<Arrived[]>('book', {})).filter((message) => message.to === to)
}

/** The next tries for one reader go wrong; none: all is well. */
export function failNext(
  ...faults: {
    channel: Arrived['channel']
    to: string
    kind: 'ERROR' | 'REFUSED' | 'LOST'
    times: number
  }[]
): Promise<object> {
  return control('faults', faults)
}

export const newAddress = () => `${randomUUID().slice(0, 12)}@example.cn`

/** The newest code that came to an address. */
export async function codeAt(address: string): Promise<string> {
  const mails = await arrivedFor(address)
  return /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}

/** Agrees to e-mail as a student does. @returns the address */
export async function agreeByEmail({ token }: TestStudent): Promise<string> {
  const email = newAddress()
  await must('POST /message/v1/send_email_code', { email }, token)
  await must('POST /message/v1/agree_email', { email, code: await codeAt(email) }, token)
  return email
}

/** Tells a student of something. @returns the message's title, which no other has */
export async function tell({ id }: TestStudent, change: Partial<NewMessage> = {}) {
  const { db } = await deps()
  const title = `审核通过 ${randomUUID().slice(0, 8)}`
  const message = { studentId: id, kind: 'REVIEW', title, body: '可以查看了', link: null } as const
  await inTransaction(db, (tx) => notify(tx, { ...message, event: `test:${title}`, ...change }))
  return title
}

/** The job, with these channels or with those that are configured. */
export async function runJob(channels?: MessageChannel[]): Promise<void> {
  const all = await deps()
  await sendOutside(channels ? { ...all, channels } : all)
}

/** What there is to send of a student's messages, oldest first. */
export async function deliveriesOf({ id }: TestStudent) {
  const { db } = await deps()
  return db
    .selectFrom('messageDelivery')
    .select(['messageId', 'channel', 'state', 'tries', 'reason', 'sentAt'])
    .where('studentId', '=', id)
    .orderBy('queuedAt')
    .execute()
}

/** Moves the clock on to the next time it is so late in Shanghai. */
export async function passTimeToHour(hour: number): Promise<void> {
  const { db } = await deps()
  const now = await appNow(db)
  const hourNow = (now.getUTCHours() + 8) % 24
  const wait = (hour - hourNow + 24) % 24
  await passTime(wait * 3600)
}
