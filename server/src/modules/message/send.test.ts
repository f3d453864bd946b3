import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  consentToEmail,
  failNextMessages,
  listArrivedMessages,
  listDeliveriesOf,
  passTimeToHour,
  runDeliveryJob,
  sendTestMessage,
} from '../../../test/factories/outside.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps, must, passTime } from '../../../test/world.ts'
import type { MessageChannel } from '../../platform/channels/channel.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { addContentFile } from '../file/service/content.ts'
import { notify } from './service.ts'
import { claimNextDelivery } from './store/outbox.ts'

beforeAll(() => passTimeToHour(9))
afterEach(() => failNextMessages())

async function withSms() {
  const student = await makeStudent()
  await must('POST /message/v1/agree_sms', {}, student.token)
  return student
}

describe('delivery of messages', () => {
  it('an e-mail with the message is sent once', async () => {
    const student = await makeStudent()
    const email = await consentToEmail(student)
    const title = await sendTestMessage(student, {
      body: '审核意见：证件号 330102199001011237 与登记不符，订单 202611220000000001',
      link: '/system/orders',
    })
    await runDeliveryJob()
    await runDeliveryJob()
    const mail = (await listArrivedMessages(email)).at(-1)
    expect(mail).toMatchObject({ subject: title, times: 1 })
    expect(mail?.text).toMatch(/查看：http\S+\/system\/orders\n/)
    expect(mail?.text).toContain('330102********1237')
    expect(mail?.text).toContain('202611220000000001')
    expect(mail?.text).not.toContain('19900101')
    const [delivery] = await listDeliveriesOf(student)
    expect(delivery).toMatchObject({ state: 'SENT', tries: 1, sentAt: expect.any(Date) })
    expect(mail?.key).toBe(delivery?.messageId)
  })

  it('an SMS names only the kind of message', async () => {
    const student = await withSms()
    await sendTestMessage(student, { kind: 'PAYMENT', body: '¥120.00' })
    await runDeliveryJob()
    expect(await listArrivedMessages(student.phone)).toMatchObject([
      { channel: 'SMS', text: '【模拟平台】您有一条缴费通知，请登录平台查看。', times: 1 },
    ])
  })

  it('nothing is sent for a rolled-back event', async () => {
    const { id, phone } = await withSms()
    const { db } = await deps()
    const killed = inTransaction(db, async (tx) => {
      const message = { studentId: id, event: 'x', title: 'x', body: 'x', link: null }
      await notify(tx, { ...message, kind: 'PROOF' })
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    await runDeliveryJob()
    expect(await listArrivedMessages(phone)).toEqual([])
  })
})

describe('failing delivery channel', () => {
  it('a failed delivery is retried after growing pauses until it succeeds', async () => {
    const student = await withSms()
    await sendTestMessage(student)
    await failNextMessages({ channel: 'SMS', to: student.phone, kind: 'ERROR', times: 2 })
    await runDeliveryJob()
    await runDeliveryJob()
    const reason = 'LimitExceeded.PhoneNumberThirtySecondLimit'
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'WAITING', tries: 1, reason }])
    await passTime(61)
    await runDeliveryJob()
    await passTime(61)
    await runDeliveryJob()
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'WAITING', tries: 2 }])
    await passTime(180)
    await runDeliveryJob()
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'SENT', tries: 3, reason: null }])
    expect(await listArrivedMessages(student.phone)).toMatchObject([{ times: 1 }])
  })

  it('a retry after a lost response uses the same idempotency key', async () => {
    const student = await makeStudent()
    const email = await consentToEmail(student)
    const title = await sendTestMessage(student)
    await failNextMessages({ channel: 'EMAIL', to: email, kind: 'LOST', times: 1 })
    await runDeliveryJob()
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'WAITING', tries: 1 }])
    await passTime(61)
    await runDeliveryJob()
    const mails = (await listArrivedMessages(email)).filter(({ subject }) => subject === title)
    expect(mails).toMatchObject([{ times: 2 }])
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'SENT', tries: 2 }])
  })

  it('an attachment that cannot be read delays only its message', async () => {
    const [student, other] = [await makeStudent(), await makeStudent()]
    const [email, otherEmail] = [await consentToEmail(student), await consentToEmail(other)]
    const all = await deps()
    const content = Buffer.from(`<svg>${email}</svg>`)
    const fileId = await addContentFile(all, { purpose: 'COVER', name: 'a.svg', mime: 'image/svg+xml', content })
    const { storageKey } = await all.db
      .selectFrom('file')
      .select('storageKey')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow()
    await all.files.remove(storageKey)
    // More than the job sends at once.
    for (let count = 0; count < 5; count += 1) await sendTestMessage(student, { fileId })
    const title = await sendTestMessage(other)
    await runDeliveryJob()
    expect((await listArrivedMessages(otherEmail)).map(({ subject }) => subject)).toContain(title)
    const waiting = { state: 'WAITING', tries: 1, reason: 'ATTACHMENT_UNREADABLE' }
    expect(await listDeliveriesOf(student)).toMatchObject(Array(5).fill(waiting))
    await all.files.put(storageKey, content)
    await passTime(61)
    await runDeliveryJob()
    const sent = (await listArrivedMessages(email)).filter(({ attachments }) => attachments?.[0]?.name === 'a.svg')
    expect(sent).toHaveLength(5)
  })

  it('a permanent delivery failure is not retried', async () => {
    const student = await makeStudent()
    const email = await consentToEmail(student)
    await sendTestMessage(student)
    await failNextMessages({ channel: 'EMAIL', to: email, kind: 'REFUSED', times: 1 })
    await runDeliveryJob()
    await passTime(7200)
    await runDeliveryJob()
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'FAILED', tries: 1, reason: 'SMTP 550' }])
  })

  it('a delivery is abandoned after six failed tries', async () => {
    const student = await withSms()
    await sendTestMessage(student)
    const broken = channelOf('SMS', async () => ({ state: 'LATER', reason: 'HTTP 503' }))
    for (let tries = 0; tries < 7; tries += 1) {
      await runDeliveryJob([broken])
      await passTime(60 * 4 ** tries)
    }
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'FAILED', tries: 6, reason: 'HTTP 503' }])
  })

  it('a message older than a day is not sent any more', async () => {
    const student = await withSms()
    await sendTestMessage(student)
    await passTime(86_401)
    await runDeliveryJob([])
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'FAILED', reason: 'TOO_LATE' }])
    await passTimeToHour(9)
  })
})

describe('delivery by several processes', () => {
  it('concurrent processes send no message twice', async () => {
    const students = await Promise.all([withSms(), withSms(), withSms()])
    for (const student of students) await sendTestMessage(student)
    await Promise.all([runDeliveryJob(), runDeliveryJob(), runDeliveryJob()])
    for (const student of students) {
      expect(await listArrivedMessages(student.phone)).toMatchObject([{ times: 1 }])
      expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'SENT', tries: 1 }])
    }
  })

  it('another process continues delivery after a crash with the same idempotency key', async () => {
    const student = await withSms()
    await sendTestMessage(student)
    const { db } = await deps()
    const claim = await inTransaction(db, (tx) => claimNextDelivery(tx, 'SMS', { mostPerDay: 20, night: false }))
    expect(claim).toMatchObject({ to: student.phone, tries: 1 })
    await runDeliveryJob()
    expect(await listArrivedMessages(student.phone)).toEqual([])
    await passTime(61)
    await runDeliveryJob()
    const [delivery] = await listDeliveriesOf(student)
    expect(delivery).toMatchObject({ state: 'SENT', tries: 2 })
    expect(await listArrivedMessages(student.phone)).toMatchObject([{ key: delivery?.messageId, times: 1 }])
  })

  it('a sent message is recorded although consent was withdrawn meanwhile', async () => {
    const student = await withSms()
    await sendTestMessage(student)
    const slow = channelOf('SMS', async () => {
      await must('POST /message/v1/withdraw', { channel: 'SMS' }, student.token)
      return { state: 'ACCEPTED' }
    })
    await runDeliveryJob([slow])
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'SENT' }])
  })
})

describe('limits on when and how often messages are sent', () => {
  it('no SMS is sent between 22:00 and 08:00', async () => {
    const student = await withSms()
    await passTimeToHour(22)
    await sendTestMessage(student)
    await runDeliveryJob()
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'WAITING', tries: 0 }])
    await passTimeToHour(8)
    await runDeliveryJob()
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'SENT' }])
    await passTimeToHour(9)
  })

  it('messages above the daily limit are sent the next day', async () => {
    const student = await withSms()
    const sent: string[] = []
    const channel = channelOf('SMS', async ({ to }) => {
      sent.push(to)
      return { state: 'ACCEPTED' }
    })
    for (let count = 0; count < 22; count += 1) await sendTestMessage(student)
    await Promise.all([runDeliveryJob([channel]), runDeliveryJob([channel])])
    expect(sent.filter((phone) => phone === student.phone)).toHaveLength(20)
    await passTimeToHour(8)
    await runDeliveryJob([channel])
    expect(sent.filter((phone) => phone === student.phone)).toHaveLength(22)
    await passTimeToHour(9)
  })
})

function channelOf(name: MessageChannel['name'], send: MessageChannel['send']): MessageChannel {
  return { name, quiet: null, send }
}
