import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, test } from 'vitest'
import {
  agreeByEmail,
  arrivedFor,
  codeAt,
  deliveriesOf,
  failNext,
  newAddress,
  runJob,
  tell,
} from '../../../test/factories/outside.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'

afterEach(() => failNext())

const outsideOf = async (token: string) =>
  (await must('GET /message/v1/outside', {}, token)).channels

describe('without configuration', () => {
  it('nobody can agree, nothing is queued, nothing is said', async () => {
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
    await tell(student)
    expect(await deliveriesOf(student)).toEqual([])
  })
})

describe('consent', () => {
  it('is asked for each way; an SMS goes to the phone of the account', async () => {
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

  it('to SMS leaves an event for each change only, and so many a day; taking it back always works', async () => {
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

  it('to e-mail needs the code that was sent there, and an identical repeat is answered as the first', async () => {
    const { token } = await makeStudent()
    const email = newAddress()
    const sent = await must(
      'POST /message/v1/send_email_code',
      { email: ` ${email.toUpperCase()}` },
      token,
    )
    expect(sent).toEqual({ waitSeconds: 60 })
    const [mail] = await arrivedFor(email)
    expect(mail).toMatchObject({ subject: '邮箱验证码', times: 1 })
    const answer = { email, code: await codeAt(email) }
    const agreed = await must('POST /message/v1/agree_email', answer, token)
    expect(agreed.channels[0]).toMatchObject({ to: email, agreedAt: expect.any(String) })
    expect(await must('POST /message/v1/agree_email', answer, token)).toEqual(agreed)
  })

  it("is nobody's but the student's own: another's code opens nothing", async () => {
    const [owner, other] = [await makeStudent(), await makeStudent()]
    const email = newAddress()
    await must('POST /message/v1/send_email_code', { email }, owner.token)
    const answer = { email, code: await codeAt(email) }
    const wrong = { key: 'message.wrongCode' }
    expect(await call('POST /message/v1/agree_email', answer, other.token)).toMatchObject(wrong)
    await must('POST /message/v1/agree_email', answer, owner.token)
    await must('POST /message/v1/withdraw', { channel: 'EMAIL' }, other.token)
    expect((await outsideOf(owner.token))[0]?.to).toBe(email)
    expect((await outsideOf(other.token))[0]?.to).toBeNull()
  })

  it('is not given by guessing: five tries, ten minutes, the newest code', async () => {
    const { token } = await makeStudent()
    const email = newAddress()
    await must('POST /message/v1/send_email_code', { email }, token)
    const right = await codeAt(email)
    const answer = (code: string) => call('POST /message/v1/agree_email', { email, code }, token)
    const wrong = { code: 27005, data: { fields: { code: expect.any(String) } } }
    const guess = right === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect(await answer(guess)).toMatchObject(wrong)
    expect(await answer(right)).toMatchObject(wrong)
    await passTime(61)
    await must('POST /message/v1/send_email_code', { email }, token)
    const second = await codeAt(email)
    await passTime(601)
    expect(await answer(second)).toMatchObject(wrong)
    expect((await outsideOf(token))[0]?.agreedAt).toBeNull()
  })

  it('codes are few: one a minute, five a day of one student and to one address', async () => {
    const student = await makeStudent()
    const email = newAddress()
    const send = (to: string, { token } = student) =>
      call('POST /message/v1/send_email_code', { email: to }, token)
    expect(await send(email)).toMatchObject({ code: 1 })
    expect(await send(newAddress())).toMatchObject({
      key: 'message.codeTooSoon',
      data: { seconds: expect.any(Number) },
    })
    for (let count = 1; count < 5; count += 1) {
      await passTime(60)
      expect(await send(email)).toMatchObject({ code: 1 })
    }
    await passTime(60)
    expect(await send(newAddress())).toMatchObject({ key: 'message.codesSpent' })
    expect(await send(email, await makeStudent())).toMatchObject({ key: 'message.codesSpent' })
    expect(await arrivedFor(email)).toHaveLength(5)
  })

  it('two codes at once are one', async () => {
    const { token } = await makeStudent()
    const email = newAddress()
    const ask = () => call('POST /message/v1/send_email_code', { email }, token)
    const codes = (await Promise.all([ask(), ask(), ask()])).map(({ code }) => code).sort()
    expect(codes).toEqual([1, 27002, 27002])
    expect(await arrivedFor(email)).toHaveLength(1)
  })

  it('says so when the mail server does not take the code', async () => {
    const { token } = await makeStudent()
    const email = newAddress()
    await failNext({ channel: 'EMAIL', to: email, kind: 'REFUSED', times: 1 })
    expect(await call('POST /message/v1/send_email_code', { email }, token)).toMatchObject({
      key: 'message.codeNotSent',
    })
  })

  test.each([
    ['POST /message/v1/send_email_code', { email: 'a@b.cn,c@d.cn' }, 'email'],
    ['POST /message/v1/agree_email', { email: 'a@b.cn', code: '12345' }, 'code'],
    ['POST /message/v1/withdraw', { channel: 'FAX' }, 'channel'],
  ] as const)('%s asks for sign-in and good input', async (key, bad, field) => {
    const { token } = await makeStudent()
    expect((await call(key, bad)).status).toBe(401)
    const fields = { [field]: expect.any(String) }
    expect(await call(key, bad, token)).toMatchObject({ key: 'common.invalid', data: { fields } })
  })

  test.each([['GET /message/v1/outside'], ['POST /message/v1/agree_sms']] as const)(
    '%s asks for sign-in',
    async (key) => {
      expect((await call(key)).status).toBe(401)
    },
  )
})

describe('consent that is taken back', () => {
  it('stops what waits, at once', async () => {
    const student = await makeStudent()
    const email = await agreeByEmail(student)
    const title = await tell(student)
    expect(await deliveriesOf(student)).toMatchObject([{ channel: 'EMAIL', state: 'WAITING' }])
    await must('POST /message/v1/withdraw', { channel: 'EMAIL' }, student.token)
    await tell(student)
    await runJob()
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'DROPPED', tries: 0 }])
    expect((await arrivedFor(email)).map(({ subject }) => subject)).not.toContain(title)
  })

  it('and given again is not told of what was before', async () => {
    const student = await makeStudent()
    const { token } = student
    await must('POST /message/v1/agree_sms', {}, token)
    await tell(student)
    await must('POST /message/v1/withdraw', { channel: 'SMS' }, token)
    await must('POST /message/v1/agree_sms', {}, token)
    expect(await deliveriesOf(student)).toMatchObject([{ state: 'DROPPED' }])
  })

  it('and an address is proven anew after it', async () => {
    const student = await makeStudent()
    const { token } = student
    const first = await agreeByEmail(student)
    const code = await codeAt(first)
    const again = () => call('POST /message/v1/agree_email', { email: first, code }, token)
    expect(await again()).toMatchObject({ code: 1 })
    await must('POST /message/v1/withdraw', { channel: 'EMAIL' }, token)
    expect(await again()).toMatchObject({ key: 'message.wrongCode' })
  })

  it('while a message is being written: it waits, and then nothing of it waits to be sent', async () => {
    const student = await makeStudent()
    await must('POST /message/v1/agree_sms', {}, student.token)
    await Promise.all([
      tell(student),
      must('POST /message/v1/withdraw', { channel: 'SMS' }, student.token),
      tell(student),
    ])
    const states = (await deliveriesOf(student)).map(({ state }) => state)
    expect(states).not.toContain('WAITING')
  })
})
