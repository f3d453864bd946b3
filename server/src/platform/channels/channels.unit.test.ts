import { messageKinds } from '@ce/contract'
import { describe, expect, it, test } from 'vitest'
import { isQuietHour } from './channel.ts'
import { readEmailSettings, toSmtpOutcome } from './email.ts'
import { openChannels } from './open-channels.ts'
import { computeTc3Authorization, readSmsSettings, toSmsOutcome } from './sms.ts'

describe('quiet hours of a message channel', () => {
  const sms = { quiet: [22, 8] } as const
  test.each([
    ['2026-11-22T13:59:59Z', false],
    ['2026-11-22T14:00:00Z', true],
    ['2026-11-22T16:30:00Z', true],
    ['2026-11-22T23:59:59Z', true],
    ['2026-11-23T00:00:00Z', false],
  ])('an SMS at %s is in quiet hours: %s', (at, quiet) => {
    expect(isQuietHour(sms, new Date(at))).toBe(quiet)
  })

  test('daytime hours are not quiet, and a channel without quiet hours is never quiet', () => {
    expect(isQuietHour({ quiet: [12, 14] }, new Date('2026-11-22T05:00:00Z'))).toBe(true)
    expect(isQuietHour({ quiet: [12, 14] }, new Date('2026-11-22T06:00:00Z'))).toBe(false)
    expect(isQuietHour({ quiet: null }, new Date('2026-11-22T16:30:00Z'))).toBe(false)
  })
})

describe('TC3-HMAC-SHA256', () => {
  it('creates the same TC3 signature as the provider’s SDK', () => {
    const body = '{"PhoneNumberSet":["+8613800000001"],"SignName":"药师网","TemplateParamSet":[]}'
    const host = 'sms.tencentcloudapi.com'
    const keys = { secretId: 'AKIDexample0000000000', secretKey: 'secret-of-a-test' }
    const at = new Date(1795358093_000)
    // Computed with tencentcloud-sdk-nodejs-common 4.1.220.
    expect(computeTc3Authorization(keys, { service: 'sms', host, body, at })).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDexample0000000000/2026-11-22/sms/tc3_request, SignedHeaders=content-type;host, Signature=692e4e4d72e19c6384c1bee1e8a34fb0ba058ed9c8b097988b3febb35a99ecbf',
    )
  })
})

describe('responses of message gateways', () => {
  test.each([
    [{ SendStatusSet: [{ Code: 'Ok' }] }, { state: 'ACCEPTED' }],
    [
      { SendStatusSet: [{ Code: 'FailedOperation.PhoneNumberInBlacklist' }] },
      { state: 'REFUSED', reason: 'FailedOperation.PhoneNumberInBlacklist' },
    ],
    [
      { SendStatusSet: [{ Code: 'LimitExceeded.PhoneNumberThirtySecondLimit' }] },
      { state: 'LATER', reason: 'LimitExceeded.PhoneNumberThirtySecondLimit' },
    ],
    [
      { Error: { Code: 'AuthFailure.SignatureFailure', Message: '…' } },
      { state: 'LATER', reason: 'AuthFailure.SignatureFailure' },
    ],
    [{ Error: { Code: '+86138 no such <b>' } }, { state: 'LATER', reason: 'UNREADABLE' }],
    ['x', { state: 'LATER', reason: 'UNREADABLE' }],
  ])('maps the SMS gateway response %j to an outcome', (Response, outcome) => {
    expect(toSmsOutcome({ Response })).toEqual(outcome)
  })

  test.each([
    [
      { code: 'EENVELOPE', responseCode: 550 },
      { state: 'REFUSED', reason: 'SMTP 550' },
    ],
    [
      { code: 'EMESSAGE', responseCode: 554 },
      { state: 'REFUSED', reason: 'SMTP 554' },
    ],
    [
      { code: 'EENVELOPE', responseCode: 450 },
      { state: 'LATER', reason: 'SMTP 450' },
    ],
    [
      { code: 'EAUTH', responseCode: 535 },
      { state: 'LATER', reason: 'SMTP 535' },
    ],
    [{ code: 'ETIMEDOUT' }, { state: 'LATER', reason: 'SMTP ETIMEDOUT' }],
  ])('maps the SMTP response %j to an outcome', (error, outcome) => {
    expect(toSmtpOutcome(error)).toEqual(outcome)
  })
})

const smtp = {
  SMTP_URL: 'smtps://portal%40example.cn@smtp.example.cn',
  SMTP_PASSWORD_FILE: 'smtp.key',
  SMTP_FROM: '继续教育平台 <portal@example.cn>',
}
const tencent = {
  SMS_SECRET_ID: 'AKIDexample0000000000',
  SMS_SECRET_KEY_FILE: 'sms.key',
  SMS_APP_ID: '1400006666',
  SMS_SIGN_NAME: '药师网',
  SMS_TEMPLATES: messageKinds.map((kind, index) => `${kind}:${1000 + index}`).join(','),
}

describe('channel configuration', () => {
  it('accepts missing channel settings, but refuses incomplete ones', () => {
    expect(readEmailSettings({})).toBeNull()
    expect(readSmsSettings({})).toBeNull()
    expect(() => readEmailSettings({ ...smtp, SMTP_FROM: '' })).toThrow('SMTP_URL is set, so SMTP_FROM must be set too')
    expect(() => readSmsSettings({ SMS_APP_ID: '1400006666' })).toThrow('SMS_SECRET_ID must be')
  })

  it('requires TLS for a mail or SMS server, except on this machine', () => {
    expect(readEmailSettings(smtp)).toMatchObject({
      host: 'smtp.example.cn',
      port: 465,
      tls: 'IMPLICIT',
      user: 'portal@example.cn',
      from: { name: '继续教育平台', address: 'portal@example.cn' },
    })
    const to = (SMTP_URL: string) => readEmailSettings({ ...smtp, SMTP_URL })
    expect(to('smtp://portal@smtp.example.cn')).toMatchObject({ tls: 'STARTTLS', port: 587 })
    expect(to('smtp://portal@127.0.0.1:2525')).toMatchObject({ tls: 'NONE', port: 2525 })
    expect(readSmsSettings(tencent)).toMatchObject({ baseUrl: 'https://sms.tencentcloudapi.com' })
    const base = (SMS_BASE_URL: string) => () => readSmsSettings({ ...tencent, SMS_BASE_URL })
    expect(base('http://sms.example.cn')).toThrow('must be https')
    expect(base('http://127.0.0.1:81')).not.toThrow()
  })

  it('refuses a password in the mail address without printing it', () => {
    const wrong = () => readEmailSettings({ ...smtp, SMTP_URL: 'smtps://me:hunter2@smtp.x.cn' })
    expect(wrong).toThrow('SMTP_PASSWORD_FILE')
    expect(wrong).not.toThrow('hunter2')
    for (const SMTP_FROM of ['nobody', '平台 <x@y.cn', 'a@b.cn\r\nBcc: c@d.cn'])
      expect(() => readEmailSettings({ ...smtp, SMTP_FROM })).toThrow('SMTP_FROM')
  })

  it('names the missing password file in the error', async () => {
    const env = { email: readEmailSettings(smtp), sms: null }
    await expect(openChannels(env)).rejects.toThrow('cannot use SMTP_PASSWORD_FILE (smtp.key)')
    expect(await openChannels({ email: null, sms: null })).toEqual([])
  })

  it('requires an SMS template for each kind of message and no other', () => {
    const set = (SMS_TEMPLATES: string) => () => readSmsSettings({ ...tencent, SMS_TEMPLATES })
    expect(set('PAYMENT:1,INVOICE:2')).toThrow('REVIEW, PROOF, DEADLINE, ACCOUNT, COURSE')
    expect(set(`${tencent.SMS_TEMPLATES},LOTTERY:9`)).toThrow('another kind')
  })
})
