import { createHash, createHmac } from 'node:crypto'
import { messageKinds } from '@ce/contract'
import { z } from 'zod'
import { readEnvGroup, readOrigin } from '../env-group.ts'
import { StartError } from '../errors.ts'
import { type MessageChannel, nightHours, type OutgoingMessage, type SendOutcome } from './channel.ts'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const jsonType = 'application/json'

const names = {
  secretId: 'SMS_SECRET_ID',
  secretKeyFile: 'SMS_SECRET_KEY_FILE',
  appId: 'SMS_APP_ID',
  signName: 'SMS_SIGN_NAME',
  templates: 'SMS_TEMPLATES',
} as const

export const smsVariables: readonly string[] = [...Object.values(names), 'SMS_REGION', 'SMS_BASE_URL']

const shapes = { secretId: /^[A-Za-z0-9]{10,64}$/, appId: /^\d{6,12}$/, signName: /^.{2,20}$/ }

const officialUrl = 'https://sms.tencentcloudapi.com'

const patienceMs = 8000

const service = 'sms'

const action = 'SendSms'

const version = '2021-01-11'

/**
 * Templates have no variables, so no personal data leaves the portal (decision 026). The gateway ignores the key, so a
 * try may arrive twice.
 */
export function createSmsChannel(settings: SmsSettings, secretKey: string): MessageChannel {
  const { secretId, appId, signName, templates, region, baseUrl } = settings
  const { host } = new URL(baseUrl)

  async function post({ to, kind, key }: OutgoingMessage): Promise<SendOutcome> {
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${to}`],
      SmsSdkAppId: appId,
      SignName: signName,
      TemplateId: templates.get(kind),
      TemplateParamSet: [],
      SessionContext: key,
    })
    // The gateway accepts a clock that is up to five minutes wrong, so the machine's real time is used.
    const at = new Date()
    const call = { service, host, body, at }
    const response = await fetch(baseUrl, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        authorization: computeTc3Authorization({ secretId, secretKey }, call),
        'content-type': jsonType,
        'x-tc-action': action,
        'x-tc-version': version,
        'x-tc-region': region,
        'x-tc-timestamp': String(Math.floor(at.getTime() / 1000)),
      },
      body,
    })
    if (!response.ok) return { state: 'LATER', reason: `HTTP ${response.status}` }
    return toSmsOutcome(await response.json())
  }

  return {
    name: 'SMS',
    quiet: nightHours,
    send: (message) => post(message).catch((error: Error) => ({ state: 'LATER', reason: error.name })),
  }
}

const code = z.string().regex(/^[\w.]{1,80}$/)

const answer = z.object({
  Response: z.object({
    Error: z.object({ Code: code }).optional(),
    SendStatusSet: z.array(z.object({ Code: code })).optional(),
  }),
})

/** Gateway error codes that no later try can fix. */
const forGood = new Set([
  'FailedOperation.PhoneNumberInBlacklist',
  'FailedOperation.ContainSensitiveWord',
  'InvalidParameterValue.IncorrectPhoneNumber',
  'UnsupportedOperation.ChineseMainlandTemplateToGlobalPhone',
])

/** Only the errors in `forGood` are final; others may be temporary, such as an SMS account without money. */
export function toSmsOutcome(given: unknown): SendOutcome {
  const { data } = answer.safeParse(given)
  const said = data?.Response.Error?.Code ?? data?.Response.SendStatusSet?.[0]?.Code
  if (said === 'Ok') return { state: 'ACCEPTED' }
  const reason = said ?? 'UNREADABLE'
  return { state: forGood.has(reason) ? 'REFUSED' : 'LATER', reason }
}

/** The settings contain no secret key; it is only in `secretKeyFile` (docs/messages.md). */
export interface SmsSettings {
  secretId: string
  secretKeyFile: string
  appId: string
  signName: string
  templates: ReadonlyMap<string, string>
  region: string
  baseUrl: string
}

/** null when no SMS variable is set. @throws StartError that names a missing or malformed variable. */
export function readSmsSettings(from: NodeJS.ProcessEnv): SmsSettings | null {
  const group = readEnvGroup(from, { names, shapes, of: 'Tencent Cloud SMS' })
  return (
    group && {
      ...group,
      templates: readTemplates(group.templates),
      region: from.SMS_REGION || 'ap-guangzhou',
      baseUrl: readOrigin('SMS_BASE_URL', from.SMS_BASE_URL, officialUrl, {
        secret: 'telephone numbers',
      }),
    }
  )
}

/** Every kind needs a template, because students agree to all kinds. */
function readTemplates(value: string): Map<string, string> {
  const pairs = value.split(',').map((pair) => pair.trim().split(':'))
  const templates = new Map(pairs.map(([kind = '', id = '']) => [kind, id]))
  const missing = messageKinds.filter((kind) => !/^\d+$/.test(templates.get(kind) ?? ''))
  if (missing.length > 0 || templates.size !== messageKinds.length)
    throw new StartError(
      `SMS_TEMPLATES must name an approved template for each kind, as PAYMENT:1001,INVOICE:1002; missing or unknown: ${missing.join(', ') || 'another kind'}`,
    )
  return templates
}

interface SignedCall {
  service: string
  host: string
  body: string
  at: Date
}

/** Tencent's signature v3 for a POST to `/`. */
export function computeTc3Authorization(
  { secretId, secretKey }: { secretId: string; secretKey: string },
  { service, host, body, at }: SignedCall,
): string {
  const headers = { 'content-type': jsonType, host }
  const signedHeaders = Object.keys(headers).join(';')
  const canonical = [
    'POST',
    '/',
    '',
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  const day = at.toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const seconds = Math.floor(at.getTime() / 1000)
  const toSign = ['TC3-HMAC-SHA256', seconds, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request')
  const signature = hmac(key, toSign).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}
