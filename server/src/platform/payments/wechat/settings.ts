import { StartError } from '../../start-error.ts'
import {
  appidShape,
  type OfficialAccount,
  officialAccountNames,
  readOfficialAccount,
} from './official-account.ts'
import { readOrigin } from './origin.ts'

/** Where WeChat Pay's credentials lie; the secrets themselves are only ever in files (docs/payments.md). */
export interface WechatSettings {
  mchid: string
  appid: string
  /** of the merchant's certificate */
  serial: string
  privateKeyFile: string
  apiV3KeyFile: string
  /** a folder of the platform's certificates and public keys, or one such file */
  platformKeys: string
  baseUrl: string
  /** the merchant may be paid in a phone's browser */
  h5: boolean
  /** for payments inside WeChat's own browser; null: there are none */
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
const shapes: Partial<Record<keyof typeof names, RegExp>> = {
  mchid: /^\d{8,10}$/,
  appid: appidShape,
  serial: /^[0-9A-F]{16,40}$/i,
}
const officialUrl = 'https://api.mch.weixin.qq.com'

/** All of the variables, or none: null. @throws StartError naming the one that is missing or malformed */
export function readWechatSettings(from: NodeJS.ProcessEnv): WechatSettings | null {
  const given = [...Object.values(names), ...officialAccountNames].filter((name) => from[name])
  if (given.length === 0) return null
  const read = (field: keyof typeof names) => {
    const value = from[names[field]]
    if (!value) throw new StartError(`${given[0]} is set, so ${names[field]} must be set too`)
    if (shapes[field] && !shapes[field].test(value))
      throw new StartError(`${names[field]} does not look like one of WeChat Pay: "${value}"`)
    return value
  }
  return {
    mchid: read('mchid'),
    appid: read('appid'),
    serial: read('serial').toUpperCase(),
    privateKeyFile: read('privateKeyFile'),
    apiV3KeyFile: read('apiV3KeyFile'),
    platformKeys: read('platformKeys'),
    baseUrl: readOrigin('WECHAT_BASE_URL', from.WECHAT_BASE_URL, officialUrl),
    h5: readH5(from.WECHAT_H5),
    officialAccount: readOfficialAccount(from),
  }
}

function readH5(value: string | undefined): boolean {
  if (!value || value === '0') return false
  if (value === '1') return true
  throw new StartError(`WECHAT_H5 must be 1 or 0, not "${value}"`)
}
