import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { MessageBook } from './book.ts'

export interface SmsCustomer {
  secretId: string
  secretKey: string
  appId: string
  signName: string
  templates: Readonly<Record<string, string>>
}

export interface SmsCall {
  method: string
  target: string
  headers: IncomingHttpHeaders
  body: string
}

/** @returns the response, or null when it is lost */
export function answerSms(book: MessageBook, customer: SmsCustomer, call: SmsCall): object | null {
  const { headers, body } = call
  const wrong = problemOf(customer, call)
  if (wrong) return { Response: { Error: { Code: wrong, Message: '模拟的拒绝' }, RequestId: '1' } }
  const { PhoneNumberSet, SmsSdkAppId, SignName, TemplateId, TemplateParamSet, SessionContext } = JSON.parse(body)
  const said = (Code: string) => ({
    Response: { SendStatusSet: [{ Code, SerialNo: '1', PhoneNumber: PhoneNumberSet[0] }] },
  })
  if (headers['x-tc-version'] !== '2021-01-11' || SmsSdkAppId !== customer.appId)
    return said('UnauthorizedOperation.SmsSdkAppIdVerifyFail')
  if (SignName !== customer.signName) return said('FailedOperation.SignatureIncorrectOrUnapproved')
  const text = customer.templates[TemplateId]
  if (!text || TemplateParamSet.length > 0) return said('FailedOperation.TemplateIncorrectOrUnapproved')
  if (!/^\+861\d{10}$/.test(PhoneNumberSet[0])) return said('InvalidParameterValue.IncorrectPhoneNumber')
  const to = PhoneNumberSet[0].slice(3)
  const fault = book.fault('SMS', to)
  if (fault === 'ERROR') return said('LimitExceeded.PhoneNumberThirtySecondLimit')
  if (fault === 'REFUSED') return said('FailedOperation.PhoneNumberInBlacklist')
  book.take({
    channel: 'SMS',
    key: SessionContext,
    to,
    subject: '',
    text: `【${SignName}】${text}`,
  })
  return fault === 'LOST' ? null : said('Ok')
}

const form =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/

/** Checks an SMS request by the gateway's manual and returns its problem. */
function problemOf(customer: SmsCustomer, { method, target, headers, body }: SmsCall): string | null {
  const found = form.exec(headers.authorization ?? '')
  if (!found) return 'AuthFailure.InvalidAuthorization'
  const [, secretId, day = '', signed = '', signature] = found
  if (secretId !== customer.secretId) return 'AuthFailure.SecretIdNotFound'
  const time = String(headers['x-tc-timestamp'])
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return 'AuthFailure.SignatureExpire'
  const names = signed.split(';')
  if (!names.includes('host') || !names.includes('content-type')) return 'AuthFailure.InvalidAuthorization'
  const asked = `${method}\n${target}\n\n${names.map((name) => `${name}:${headers[name]}\n`).join('')}\n${signed}\n${hash(body)}`
  const text = `TC3-HMAC-SHA256\n${time}\n${day}/sms/tc3_request\n${hash(asked)}`
  const keys = [day, 'sms', 'tc3_request', text]
  const right = keys.reduce<string | Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    `TC3${customer.secretKey}`,
  )
  if (Buffer.from(right).toString('hex') !== signature) return 'AuthFailure.SignatureFailure'
  return headers['x-tc-action'] === 'SendSms' ? null : 'InvalidAction'
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
