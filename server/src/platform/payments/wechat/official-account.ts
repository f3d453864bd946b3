import { StartError } from '../../start-error.ts'
import { readOrigin } from './origin.ts'

/** The official account whose browser users pay: WeChat names a payer to an account, and to no other one alike. */
export interface OfficialAccount {
  appid: string
  secretFile: string
  /** where a browser is named */
  openUrl: string
  /** where the code it brings back is told */
  apiUrl: string
}

export const officialAccountNames = ['WECHAT_OA_APPID', 'WECHAT_OA_SECRET_FILE'] as const
export const appidShape = /^wx[0-9a-z]{16}$/i

/** Both of the variables, or none: null. @throws StartError naming the one that is missing or malformed */
export function readOfficialAccount(from: NodeJS.ProcessEnv): OfficialAccount | null {
  const { WECHAT_OA_APPID: appid, WECHAT_OA_SECRET_FILE: secretFile } = from
  if (!appid && !secretFile) return null
  if (!appid)
    throw new StartError('WECHAT_OA_SECRET_FILE is set, so WECHAT_OA_APPID must be set too')
  if (!secretFile)
    throw new StartError('WECHAT_OA_APPID is set, so WECHAT_OA_SECRET_FILE must be set too')
  if (!appidShape.test(appid))
    throw new StartError(`WECHAT_OA_APPID does not look like one of WeChat: "${appid}"`)
  return {
    appid,
    secretFile,
    openUrl: readOrigin('WECHAT_OPEN_URL', from.WECHAT_OPEN_URL, 'https://open.weixin.qq.com'),
    apiUrl: readOrigin('WECHAT_API_URL', from.WECHAT_API_URL, 'https://api.weixin.qq.com'),
  }
}
