import { z } from 'zod'
import { type MessageChannel, nightHours, type Outcome, type Outgoing } from './channel.ts'
import type { SmsSettings } from './sms-settings.ts'
import { jsonType, tc3Authorization } from './tc3.ts'

const patienceMs = 8000
const service = 'sms'
const action = 'SendSms'
const version = '2021-01-11'

/**
 * SMS by Tencent Cloud: the approved template of the message's kind, without variables, so that nothing of a person's affairs leaves with it
 * (decision 026). The key goes along as SessionContext; the gateway does not look at it, so a try whose answer was lost may come twice.
 */
export function smsChannel(settings: SmsSettings, secretKey: string): MessageChannel {
  const { secretId, appId, signName, templates, region, baseUrl } = settings
  const { host } = new URL(baseUrl)

  async function post({ to, kind, key }: Outgoing): Promise<Outcome> {
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${to}`],
      SmsSdkAppId: appId,
      SignName: signName,
      TemplateId: templates.get(kind),
      TemplateParamSet: [],
      SessionContext: key,
    })
    // the machine's own time: the gateway compares it with the world's, five minutes at most
    const at = new Date()
    const call = { service, host, body, at }
    const response = await fetch(baseUrl, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        authorization: tc3Authorization({ secretId, secretKey }, call),
        'content-type': jsonType,
        'x-tc-action': action,
        'x-tc-version': version,
        'x-tc-region': region,
        'x-tc-timestamp': String(Math.floor(at.getTime() / 1000)),
      },
      body,
    })
    if (!response.ok) return { state: 'LATER', reason: `HTTP ${response.status}` }
    return outcomeOf(await response.json())
  }

  return {
    name: 'SMS',
    quiet: nightHours,
    send: (message) =>
      post(message).catch((error: Error) => ({ state: 'LATER', reason: error.name })),
  }
}

const code = z.string().regex(/^[\w.]{1,80}$/)
const answer = z.object({
  Response: z.object({
    Error: z.object({ Code: code }).optional(),
    SendStatusSet: z.array(z.object({ Code: code })).optional(),
  }),
})

/** what no later try mends: this number, this text */
const forGood = new Set([
  'FailedOperation.PhoneNumberInBlacklist',
  'FailedOperation.ContainSensitiveWord',
  'InvalidParameterValue.IncorrectPhoneNumber',
  'UnsupportedOperation.ChineseMainlandTemplateToGlobalPhone',
])

/** Everything else may be mended: an account without money, a template that is not approved yet, too many at once. */
export function outcomeOf(given: unknown): Outcome {
  const { data } = answer.safeParse(given)
  const said = data?.Response.Error?.Code ?? data?.Response.SendStatusSet?.[0]?.Code
  if (said === 'Ok') return { state: 'ACCEPTED' }
  const reason = said ?? 'UNREADABLE'
  return { state: forGood.has(reason) ? 'REFUSED' : 'LATER', reason }
}
