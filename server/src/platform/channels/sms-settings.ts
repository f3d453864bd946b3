import { messageKinds } from '@ce/contract'
import { readEnvGroup, readOrigin } from '../env-group.ts'
import { StartError } from '../start-error.ts'

/** The account that sends our SMS, at Tencent Cloud; its key is only ever in its file (docs/messages.md). */
export interface SmsSettings {
  secretId: string
  secretKeyFile: string
  appId: string
  signName: string
  /** the approved template of each kind of message */
  templates: ReadonlyMap<string, string>
  region: string
  baseUrl: string
}

const names = {
  secretId: 'SMS_SECRET_ID',
  secretKeyFile: 'SMS_SECRET_KEY_FILE',
  appId: 'SMS_APP_ID',
  signName: 'SMS_SIGN_NAME',
  templates: 'SMS_TEMPLATES',
} as const
/** every variable that is read here */
export const smsVariables: readonly string[] = [
  ...Object.values(names),
  'SMS_REGION',
  'SMS_BASE_URL',
]
const shapes = { secretId: /^[A-Za-z0-9]{10,64}$/, appId: /^\d{6,12}$/, signName: /^.{2,20}$/ }
const officialUrl = 'https://sms.tencentcloudapi.com'

/** All of the variables, or none: null. @throws StartError naming the one that is missing or malformed */
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

/** `PAYMENT:1001,INVOICE:1002,…`: every kind has its template, nobody agrees to messages of which some never come. */
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
