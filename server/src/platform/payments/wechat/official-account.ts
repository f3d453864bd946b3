import { readEnvGroup, readOrigin } from '../../env-group.ts'

/** WeChat gives each official account another id of the same payer. */
export interface OfficialAccount {
  appid: string
  secretFile: string
  openUrl: string
  apiUrl: string
}

const names = { appid: 'WECHAT_OA_APPID', secretFile: 'WECHAT_OA_SECRET_FILE' } as const
export const officialAccountVariables: readonly string[] = [
  ...Object.values(names),
  ...['WECHAT_OPEN_URL', 'WECHAT_API_URL'],
]
const apiUrl = 'https://api.weixin.qq.com'
export const appidShape = /^wx[0-9a-z]{16}$/i

/** null when no variable is set. @throws StartError that names a missing or malformed variable. */
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
