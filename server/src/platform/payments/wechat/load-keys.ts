import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { withFileOfVariable } from '../../secret-file.ts'
import { type PlatformKeyLocation, PlatformKeys } from './platform-keys.ts'
import type { WechatSettings } from './settings.ts'
import { parseRsaPrivateKey } from './signature.ts'

export interface WechatKeys {
  privateKey: KeyObject
  apiV3Key: Buffer
  accountSecret: string | null
}

/** @throws StartError in one line with the variable and never the content. */
export async function loadWechatKeys(settings: WechatSettings): Promise<WechatKeys> {
  const privateKey = await withFileOfVariable('WECHAT_PRIVATE_KEY_FILE', settings.privateKeyFile, async (file) =>
    parseRsaPrivateKey(await readFile(file, 'utf8')),
  )
  const apiV3Key = await withFileOfVariable('WECHAT_API_V3_KEY_FILE', settings.apiV3KeyFile, async (file) => {
    const key = Buffer.from((await readFile(file, 'utf8')).trim())
    if (key.length !== 32) throw new Error('it must hold the 32 characters of the APIv3 key')
    return key
  })
  await withFileOfVariable('WECHAT_PLATFORM_KEYS', settings.platformKeys, async (place) => {
    const count = await new PlatformKeys(
      platformKeyLocationOf({ ...settings, platformKeys: place }, privateKey),
      null,
    ).load()
    if (count === 0) throw new Error('there is neither a public key nor a certificate in it')
  })
  const account = settings.officialAccount
  const accountSecret =
    account &&
    (await withFileOfVariable('WECHAT_OA_SECRET_FILE', account.secretFile, async (file) => {
      const secret = (await readFile(file, 'utf8')).trim()
      if (!/^[0-9a-f]{32}$/i.test(secret)) throw new Error('it must hold the 32 characters of the account’s AppSecret')
      return secret
    }))
  return { privateKey, apiV3Key, accountSecret }
}

export function platformKeyLocationOf(
  { platformKeys, publicKeyId, serial }: WechatSettings,
  privateKey: KeyObject,
): PlatformKeyLocation {
  const merchant = { serial, publicKey: createPublicKey(privateKey) }
  return { place: platformKeys, publicKeyId, merchant }
}
