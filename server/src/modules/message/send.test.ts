import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  agreeByEmail,
  arrivedFor,
  deliveriesOf,
  failNext,
  passTimeToHour,
  runJob,
  tell,
} from '../../../test/factories/outside.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps, must, passTime } from '../../../test/world.ts'
import type { MessageChannel } from '../../platform/channels/channel.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { notify } from './service.ts'
import { claimNext } from './store/outbox.ts'

beforeAll(() => passTimeToHour(9))
afterEach(() => failNext())

async function withSms() {
  const student = await makeStudent()
  await must('POST /message/v1/agree_sms', {}, student.token)
  return student
}

describe('what is sent', () => {
  it('is the message, by e-mail, once', async () => {
    const student = await makeStudent()
    const email = await agreeByEmail(student)
    const title = await tell(student, {
      body: '审核意见：证件号 330102199001011237 与登记不符，订单 202611220000000001',
      link: '/system/orders',
    })
    await runJob()
    await runJob()
    const mail = (await arrivedFor(email)).at(-1)
    expect(mail).toMatchObject({ subject: title, times: 1 })
    expect(mail?.text).toMatch(/查看：http\S+\/system\/orders\n/)
    expect(mail?.text).toContain('330102********1237')
    expect(mail?.text).toContain('202611220000000001')
    expect(mail?.text).not.toContain('19900101')
    const [delivery] = await deliveriesOf(student)
    expect(delivery).toMatchObject({ state: 'SENT', tries: 1, sentAt: expect.any(Date) })
    expect(mail?.key).toBe(delivery?.messageId)
  })

  it('by SMS is only that there is something, of which kind', async () => {
    const student = await withSms()
    await tell(student, { kind: 'PAYMENT', body: '¥120.00' })
    await runJob()
    expect(await arrivedFor(student.phone)).toMatchObject([
      { channel: 'SMS', text: '【模拟平台】您有一条缴费通知，请登录平台查看。', times: 1 },
    ])
  })

  it('is nothing when what it tells of did not happen', async () => {
    const { id, phone } = await withSms()
    const { db } = await deps()
    const killed = inTransaction(db, async (tx) => {
      const message = { studentId: id, event: 'x', title: 'x', body: 'x', link: null }
      await notify(tx, { ...message, kind: 'PROOF' })
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    await runJob()
    expect(await arrivedFor(phone)).toEqual([])
  })
})

describe('a gateway that fails', () => {
  it('is asked again after growing pauses, until it takes the message', async () => {
    const student = await withSms()
    await tell(student)
    await failNext({ channel: 'SMS', to: student.phone, kind: 'ERROR', times: 2 })
    await runJob()
    // not at once
    await runJob()
    const reason = 'LimitExceeded.PhoneNumberThirtySecondLimit'
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'WAITING', tries: 1, reason }])
    await passTime(61)
    await runJob()
    await passTime(61)
    await runJob()
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'WAITING', tries: 2 }])
    await passTime(180)
    await runJob()
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'SENT', tries: 3, reason: null }])
    expect(await arrivedFor(student.phone)).toMatchObject([{ times: 1 }])
  })

  it('and whose answer is lost gets the same key again', async () => {
    const student = await makeStudent()
    const email = await agreeByEmail(student)
    const title = await tell(student)
    await failNext({ channel: 'EMAIL', to: email, kind: 'LOST', times: 1 })
    await runJob()
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'WAITING', tries: 1 }])
    await passTime(61)
    await runJob()
    const mails = (await arrivedFor(email)).filter(({ subject }) => subject === title)
    expect(mails).toMatchObject([{ times: 2 }])
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'SENT', tries: 2 }])
  })

  it('for good, is not asked again', async () => {
    const student = await makeStudent()
    const email = await agreeByEmail(student)
    await tell(student)
    await failNext({ channel: 'EMAIL', to: email, kind: 'REFUSED', times: 1 })
    await runJob()
    await passTime(7200)
    await runJob()
    expect(await deliveriesOf(student)).toMatchObject([
      { state: 'FAILED', tries: 1, reason: 'SMTP 550' },
    ])
  })

  it('six times, is given up', async () => {
    const student = await withSms()
    await tell(student)
    const broken = channelOf('SMS', async () => ({ state: 'LATER', reason: 'HTTP 503' }))
    for (let tries = 0; tries < 7; tries += 1) {
      await runJob([broken])
      await passTime(60 * 4 ** tries)
    }
    expect(await deliveriesOf(student)).toMatchObject([
      { state: 'FAILED', tries: 6, reason: 'HTTP 503' },
    ])
  })

  it('so long that the message is of yesterday, does not send it any more', async () => {
    const student = await withSms()
    await tell(student)
    await passTime(86_401)
    await runJob([])
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'FAILED', reason: 'TOO_LATE' }])
    await passTimeToHour(9)
  })
})

describe('several processes', () => {
  it('send no message twice', async () => {
    const students = await Promise.all([withSms(), withSms(), withSms()])
    for (const student of students) await tell(student)
    await Promise.all([runJob(), runJob(), runJob()])
    for (const student of students) {
      expect(await arrivedFor(student.phone)).toMatchObject([{ times: 1 }])
      expect(await deliveriesOf(student)).toMatchObject([{ state: 'SENT', tries: 1 }])
    }
  })

  it('take up what a dead one had in its hands, with the same key', async () => {
    const student = await withSms()
    await tell(student)
    const { db } = await deps()
    const claim = await inTransaction(db, (tx) =>
      claimNext(tx, 'SMS', { mostPerDay: 20, night: false }),
    )
    expect(claim).toMatchObject({ to: student.phone, tries: 1 })
    // it dies here, sent or not
    await runJob()
    expect(await arrivedFor(student.phone)).toEqual([])
    await passTime(61)
    await runJob()
    const [delivery] = await deliveriesOf(student)
    expect(delivery).toMatchObject({ state: 'SENT', tries: 2 })
    expect(await arrivedFor(student.phone)).toMatchObject([{ key: delivery?.messageId, times: 1 }])
  })

  it('record what was sent although its consent was taken back meanwhile', async () => {
    const student = await withSms()
    await tell(student)
    const slow = channelOf('SMS', async () => {
      await must('POST /message/v1/withdraw', { channel: 'SMS' }, student.token)
      return { state: 'ACCEPTED' }
    })
    await runJob([slow])
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'SENT' }])
  })
})

describe('nobody is disturbed', () => {
  it('by an SMS from 22 to 8', async () => {
    const student = await withSms()
    await passTimeToHour(22)
    await tell(student)
    await runJob()
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'WAITING', tries: 0 }])
    await passTimeToHour(8)
    await runJob()
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'SENT' }])
    await passTimeToHour(9)
  })

  it('by more than so many a day; the rest goes on with the next', async () => {
    const student = await withSms()
    const sent: string[] = []
    const channel = channelOf('SMS', async ({ to }) => {
      sent.push(to)
      return { state: 'ACCEPTED' }
    })
    for (let count = 0; count < 22; count += 1) await tell(student)
    await Promise.all([runJob([channel]), runJob([channel])])
    expect(sent.filter((phone) => phone === student.phone)).toHaveLength(20)
    await passTimeToHour(8)
    await runJob([channel])
    expect(sent.filter((phone) => phone === student.phone)).toHaveLength(22)
    await passTimeToHour(9)
  })
})

/** A gateway of a test's own, that never sleeps. */
function channelOf(name: MessageChannel['name'], send: MessageChannel['send']): MessageChannel {
  return { name, quiet: null, send }
}
