import { randomUUID } from 'node:crypto'
import { sendDueDeliveries } from '../../src/modules/message/service/send.ts'
import { type NewMessage, notify } from '../../src/modules/message/service.ts'
import type { MessageChannel } from '../../src/platform/channels/channel.ts'
import { appNow, inTransaction } from '../../src/platform/db/database.ts'
import { deps, must, passTime, world } from '../world.ts'
import type { TestStudent } from './student.ts'

export interface TestArrivedMessage {
  channel: 'EMAIL' | 'SMS'
  key: string
  to: string
  subject: string
  text: string
  attachments?: { name: string; content: string }[]
  times: number
}

async function control<Answer>(name: string, input: object): Promise<Answer> {
  const url = `${world().messages.url}/control/${name}`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(input) })
  return (await response.json()) as Answer
}

export async function listArrivedMessages(to: string): Promise<TestArrivedMessage[]> {
  return (await control<TestArrivedMessage[]>('book', {})).filter((message) => message.to === to)
}

export function failNextMessages(
  ...faults: {
    channel: TestArrivedMessage['channel']
    to: string
    kind: 'ERROR' | 'REFUSED' | 'LOST'
    times: number
  }[]
): Promise<object> {
  return control('faults', faults)
}

export const createTestMailAddress = () => `${randomUUID().slice(0, 12)}@example.cn`

export async function findNewestCodeAt(address: string): Promise<string> {
  const mails = await listArrivedMessages(address)
  return /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}

/** @returns the mail address */
export async function consentToEmail({ token }: TestStudent): Promise<string> {
  const email = createTestMailAddress()
  await must('POST /message/v1/send_email_code', { email }, token)
  await must('POST /message/v1/agree_email', { email, code: await findNewestCodeAt(email) }, token)
  return email
}

/** @returns the unique title of the message */
export async function sendTestMessage({ id }: TestStudent, change: Partial<NewMessage> = {}) {
  const { db } = await deps()
  const title = `审核通过 ${randomUUID().slice(0, 8)}`
  const message = { studentId: id, kind: 'REVIEW', title, body: '可以查看了', link: null } as const
  await inTransaction(db, (tx) => notify(tx, { ...message, event: `test:${title}`, ...change }))
  return title
}

export async function runDeliveryJob(channels?: MessageChannel[]): Promise<void> {
  const all = await deps()
  await sendDueDeliveries(channels ? { ...all, channels } : all)
}

export async function listDeliveriesOf({ id }: TestStudent) {
  const { db } = await deps()
  return db
    .selectFrom('messageDelivery')
    .select(['messageId', 'channel', 'state', 'tries', 'reason', 'sentAt'])
    .where('studentId', '=', id)
    .orderBy('queuedAt')
    .execute()
}

/** Moves the clock to the next time at which it is this hour in Shanghai. */
export async function passTimeToHour(hour: number): Promise<void> {
  const { db } = await deps()
  const now = await appNow(db)
  const hourNow = (now.getUTCHours() + 8) % 24
  const wait = (hour - hourNow + 24) % 24
  await passTime(wait * 3600)
}
