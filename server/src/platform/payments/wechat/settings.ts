import { readEnvGroup, readOrigin } from '../../env-group.ts'
import { StartError } from '../../errors.ts'
import { appidShape, type OfficialAccount, officialAccountVariables, readOfficialAccount } from './official-account.ts'

/** The settings hold the names of secret files, never the secrets (docs/payments.md). */
export interface WechatSettings {
  mchid: string
  appid: string
  serial: string
  privateKeyFile: string
  apiV3KeyFile: string
  platformKeys: string
  publicKeyId: string | null
  baseUrl: string
  h5: boolean
  officialAccount: OfficialAccount | null
}

const names = {
  mchid: 'WECHAT_MCHID',
  appid: 'WECHAT_APPID',
  serial: 'WECHAT_SERIAL',
  privateKeyFile: 'WECHAT_PRIVATE_KEY_FILE',
  apiV3KeyFile: 'WECHAT_API_V3_KEY_FILE',
  platformKeys: 'WECHAT_PLATFORM_KEYS',
} as const
export const wechatVariables: readonly string[] = [
  ...Object.values(names),
  ...['WECHAT_PUBLIC_KEY_ID', 'WECHAT_BASE_URL', 'WECHAT_H5'],
  ...officialAccountVariables,
]
const shapes: Partial<Record<keyof typeof names, RegExp>> = {
  mchid: /^\d{8,10}$/,
  appid: appidShape,
  serial: /^[0-9A-F]{16,40}$/i,
}
const officialUrl = 'https://api.mch.weixin.qq.com'

/** null when no WeChat Pay variable is set. @throws StartError that names a missing or malformed variable. */
export function readWechatSettings(from: NodeJS.ProcessEnv): WechatSettings | null {
  const group = readEnvGroup(from, { names, shapes, of: 'WeChat Pay' })
  const officialAccount = readOfficialAccount(from)
  if (!group && from.WECHAT_PUBLIC_KEY_ID)
    throw new StartError(`WECHAT_PUBLIC_KEY_ID is set, so ${names.mchid} must be set too`)
  if (!group && officialAccount) throw new StartError(`WECHAT_OA_APPID is set, so ${names.mchid} must be set too`)
  return (
    group && {
      ...group,
      serial: group.serial.toUpperCase(),
      publicKeyId: readPublicKeyId(from.WECHAT_PUBLIC_KEY_ID),
      baseUrl: readOrigin('WECHAT_BASE_URL', from.WECHAT_BASE_URL, officialUrl),
      h5: readH5(from.WECHAT_H5),
      officialAccount,
    }
  )
}

function readPublicKeyId(value: string | undefined): string | null {
  if (!value) return null
  if (/^PUB_KEY_ID_[0-9A-Za-z]{6,64}$/.test(value)) return value
  throw new StartError(`WECHAT_PUBLIC_KEY_ID must be like PUB_KEY_ID_0114…, not "${value}"`)
}

function readH5(value: string | undefined): boolean {
  if (!value || value === '0') return false
  if (value === '1') return true
  throw new StartError(`WECHAT_H5 must be 1 or 0, not "${value}"`)
}
