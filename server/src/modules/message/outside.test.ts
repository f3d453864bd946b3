import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, test } from 'vitest'
import { expectStudentCallIsGuarded } from '../../../test/expect-guarded.ts'
import {
  consentToEmail,
  createTestMailAddress,
  failNextMessages,
  findNewestCodeAt,
  listArrivedMessages,
  listDeliveriesOf,
  runDeliveryJob,
  sendTestMessage,
} from '../../../test/factories/outside.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'

afterEach(() => failNextMessages())

const outsideOf = async (token: string) => (await must('GET /message/v1/outside', {}, token)).channels

describe('no external channel is configured', () => {
  it('without a configured message channel nobody can give consent and nothing is queued', async () => {
    const student = await makeStudent()
    const all = await deps()
    const pagesDir = fileURLToPath(new URL('../../../test/pages', import.meta.url))
    const app = await buildApp({ ...all, env: { ...all.env, pagesDir }, channels: [] })
    const headers = { authorization: student.token }
    const post = async (name: string, payload: object) => {
      const url = `/api/client/message/v1/${name}`
      return (await app.inject({ method: 'POST', url, headers, payload })).json().data
    }
    const seen = await app.inject({ url: '/api/client/message/v1/outside', headers })
    expect(seen.json().data).toEqual({ channels: [] })
    const off = { key: 'message.channelOff' }
    expect(await post('agree_sms', {})).toEqual(off)
    expect(await post('send_email_code', { email: 'a@example.cn' })).toEqual(off)
    expect(await post('agree_email', { email: 'a@example.cn', code: '123456' })).toEqual(off)
    await app.close()
    await sendTestMessage(student)
    expect(await listDeliveriesOf(student)).toEqual([])
  })
})

describe('consent to external channels', () => {
  it('consent is given per message channel, and SMS goes to the phone of the account', async () => {
    const { token, phone } = await makeStudent()
    const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`
    expect(await outsideOf(token)).toEqual([
      { channel: 'EMAIL', agreedAt: null, to: null },
      { channel: 'SMS', agreedAt: null, to: masked },
    ])
    const first = await must('POST /message/v1/agree_sms', {}, token)
    expect(first.channels[1]).toMatchObject({ agreedAt: expect.any(String), to: masked })
    expect(await must('POST /message/v1/agree_sms', {}, token)).toEqual(first)
    const after = await must('POST /message/v1/withdraw', { channel: 'SMS' }, token)
    expect(after.channels[1]?.agreedAt).toBeNull()
    await must('POST /message/v1/withdraw', { channel: 'SMS' }, token)
  })

  it('changes of SMS consent are logged and limited per day, but consent can always be withdrawn', async () => {
    const { id, token } = await makeStudent()
    const agree = () => call('POST /message/v1/agree_sms', {}, token)
    const withdraw = () => must('POST /message/v1/withdraw', { channel: 'SMS' }, token)
    const countEvents = async () => {
      const { db } = await deps()
      const rows = db.selectFrom('securityLog').select('event').where('studentId', '=', id)
      return (await rows.execute()).filter(({ event }) => event.startsWith('SMS_')).length
    }
    for (let turn = 1; turn < 10; turn += 1) {
      expect((await agree()).code).toBe(1)
      await withdraw()
    }
    await Promise.all([agree(), agree()])
    expect(await countEvents()).toBe(19)
    expect((await agree()).code).toBe(1)
    await Promise.all([withdraw(), withdraw()])
    expect(await agree()).toMatchObject({ key: 'message.agreedTooOften', data: { most: 10 } })
    expect((await outsideOf(token))[1]?.agreedAt).toBeNull()
    expect(await countEvents()).toBe(20)
    await passTime(86_401)
    expect((await agree()).code).toBe(1)
  })

  it('e-mail consent needs the emailed code, and a repeated request gets the first response', async () => {
    const { token } = await makeStudent()
    const email = createTestMailAddress()
    const sent = await must('POST /message/v1/send_email_code', { email: ` ${email.toUpperCase()}` }, token)
    expect(sent).toEqual({ waitSeconds: 60 })
    const [mail] = await listArrivedMessages(email)
    expect(mail).toMatchObject({ subject: '邮箱验证码', times: 1 })
    const answer = { email, code: await findNewestCodeAt(email) }
    const agreed = await must('POST /message/v1/agree_email', answer, token)
    expect(agreed.channels[0]).toMatchObject({ to: email, agreedAt: expect.any(String) })
    expect(await must('POST /message/v1/agree_email', answer, token)).toEqual(agreed)
  })

  it('the e-mail code of another student is refused', async () => {
    const [owner, other] = [await makeStudent(), await makeStudent()]
    const email = createTestMailAddress()
    await must('POST /message/v1/send_email_code', { email }, owner.token)
    const answer = { email, code: await findNewestCodeAt(email) }
    const wrong = { key: 'message.wrongCode' }
    expect(await call('POST /message/v1/agree_email', answer, other.token)).toMatchObject(wrong)
    await must('POST /message/v1/agree_email', answer, owner.token)
    await must('POST /message/v1/withdraw', { channel: 'EMAIL' }, other.token)
    expect((await outsideOf(owner.token))[0]?.to).toBe(email)
    expect((await outsideOf(other.token))[0]?.to).toBeNull()
  })

  it('an e-mail code allows five tries within ten minutes, and only the newest code is valid', async () => {
    const { token } = await makeStudent()
    const email = createTestMailAddress()
    await must('POST /message/v1/send_email_code', { email }, token)
    const right = await findNewestCodeAt(email)
    const answer = (code: string) => call('POST /message/v1/agree_email', { email, code }, token)
    const wrong = { code: 27005, data: { fields: { code: expect.any(String) } } }
    const guess = right === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect(await answer(guess)).toMatchObject(wrong)
    expect(await answer(right)).toMatchObject(wrong)
    await passTime(61)
    await must('POST /message/v1/send_email_code', { email }, token)
    const second = await findNewestCodeAt(email)
    await passTime(601)
    expect(await answer(second)).toMatchObject(wrong)
    expect((await outsideOf(token))[0]?.agreedAt).toBeNull()
  })

  it('e-mail codes are limited to one a minute and five a day per student and address', async () => {
    const student = await makeStudent()
    const email = createTestMailAddress()
    const send = (to: string, { token } = student) => call('POST /message/v1/send_email_code', { email: to }, token)
    expect(await send(email)).toMatchObject({ code: 1 })
    expect(await send(createTestMailAddress())).toMatchObject({
      key: 'message.codeTooSoon',
      data: { seconds: expect.any(Number) },
    })
    for (let count = 1; count < 5; count += 1) {
      await passTime(60)
      expect(await send(email)).toMatchObject({ code: 1 })
    }
    await passTime(60)
    expect(await send(createTestMailAddress())).toMatchObject({ key: 'message.codesSpent' })
    expect(await send(email, await makeStudent())).toMatchObject({ key: 'message.codesSpent' })
    expect(await listArrivedMessages(email)).toHaveLength(5)
  })

  it('two concurrent requests send one e-mail code', async () => {
    const { token } = await makeStudent()
    const email = createTestMailAddress()
    const ask = () => call('POST /message/v1/send_email_code', { email }, token)
    const codes = (await Promise.all([ask(), ask(), ask()])).map(({ code }) => code).sort()
    expect(codes).toEqual([1, 27002, 27002])
    expect(await listArrivedMessages(email)).toHaveLength(1)
  })

  it('a refusal of the code by the mail server is reported to the student', async () => {
    const { token } = await makeStudent()
    const email = createTestMailAddress()
    await failNextMessages({ channel: 'EMAIL', to: email, kind: 'REFUSED', times: 1 })
    expect(await call('POST /message/v1/send_email_code', { email }, token)).toMatchObject({
      key: 'message.codeNotSent',
    })
  })

  test.each([
    ['POST /message/v1/send_email_code', { email: 'a@b.cn,c@d.cn' }, 'email'],
    ['POST /message/v1/agree_email', { email: 'a@b.cn', code: '12345' }, 'code'],
    ['POST /message/v1/withdraw', { channel: 'FAX' }, 'channel'],
  ] as const)('%s requires sign-in and valid input', async (...one) => expectStudentCallIsGuarded(one))

  test.each([['GET /message/v1/outside'], ['POST /message/v1/agree_sms']] as const)(
    '%s requires sign-in',
    async (key) => {
      expect((await call(key)).status).toBe(401)
    },
  )
})

describe('withdrawal of consent', () => {
  it('withdrawing consent stops waiting messages at once', async () => {
    const student = await makeStudent()
    const email = await consentToEmail(student)
    const title = await sendTestMessage(student)
    expect(await listDeliveriesOf(student)).toMatchObject([{ channel: 'EMAIL', state: 'WAITING' }])
    await must('POST /message/v1/withdraw', { channel: 'EMAIL' }, student.token)
    await sendTestMessage(student)
    await runDeliveryJob()
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'DROPPED', tries: 0 }])
    expect((await listArrivedMessages(email)).map(({ subject }) => subject)).not.toContain(title)
  })

  it('consent given again does not send older messages', async () => {
    const student = await makeStudent()
    const { token } = student
    await must('POST /message/v1/agree_sms', {}, token)
    await sendTestMessage(student)
    await must('POST /message/v1/withdraw', { channel: 'SMS' }, token)
    await must('POST /message/v1/agree_sms', {}, token)
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'DROPPED' }])
  })

  it('consent given again needs a new code for the address', async () => {
    const student = await makeStudent()
    const { token } = student
    const first = await consentToEmail(student)
    const code = await findNewestCodeAt(first)
    const again = () => call('POST /message/v1/agree_email', { email: first, code }, token)
    expect(await again()).toMatchObject({ code: 1 })
    await must('POST /message/v1/withdraw', { channel: 'EMAIL' }, token)
    expect(await again()).toMatchObject({ key: 'message.wrongCode' })
  })

  it('a withdrawal waits while a message is being stored and then cancels its delivery', async () => {
    const student = await makeStudent()
    await must('POST /message/v1/agree_sms', {}, student.token)
    await Promise.all([
      sendTestMessage(student),
      must('POST /message/v1/withdraw', { channel: 'SMS' }, student.token),
      sendTestMessage(student),
    ])
    const states = (await listDeliveriesOf(student)).map(({ state }) => state)
    expect(states).not.toContain('WAITING')
  })
})
