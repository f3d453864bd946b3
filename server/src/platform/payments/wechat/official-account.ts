import { readEnvGroup, readOrigin } from '../../env-group.ts'

/** The official account whose browser users pay: WeChat names a payer to an account, and to no other one alike. */
export interface OfficialAccount {
  appid: string
  secretFile: string
  /** where a browser is named */
  openUrl: string
  /** where the code it brings back is told */
  apiUrl: string
}

const names = { appid: 'WECHAT_OA_APPID', secretFile: 'WECHAT_OA_SECRET_FILE' } as const
/** every variable that is read here */
export const officialAccountVariables: readonly string[] = [
  ...Object.values(names),
  ...['WECHAT_OPEN_URL', 'WECHAT_API_URL'],
]
const apiUrl = 'https://api.weixin.qq.com'
export const appidShape = /^wx[0-9a-z]{16}$/i

/** Both of the variables, or none: null. @throws StartError naming the one that is missing or malformed */
export function readOfficialAccount(from: NodeJS.ProcessEnv): OfficialAccount | null {
  const group = readEnvGroup(from, { names, shapes: { appid: appidShape }, of: 'WeChat' })
  return (
    group && {
      ...group,
      openUrl: readOrigin('WECHAT_OPEN_URL', from.WECHAT_OPEN_URL, 'https://open.weixin.qq.com'),
      apiUrl: readOrigin('WECHAT_API_URL', from.WECHAT_API_URL, apiUrl, {
        secret: 'the account’s secrets',
      }),
    }
  )
}
