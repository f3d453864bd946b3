import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { useFileOf } from '../../secret-file.ts'
import { PlatformKeys, type PlatformPlace } from './platform-keys.ts'
import type { WechatSettings } from './settings.ts'
import { readPrivateKey } from './signature.ts'

export interface WechatKeys {
  privateKey: KeyObject
  apiV3Key: Buffer
  /** of the official account, where there is one */
  accountSecret: string | null
}

/** Reads the secrets from their files. @throws StartError, one line that names the variable and never the content */
export async function loadWechatKeys(settings: WechatSettings): Promise<WechatKeys> {
  const privateKey = await useFileOf(
    'WECHAT_PRIVATE_KEY_FILE',
    settings.privateKeyFile,
    async (file) => readPrivateKey(await readFile(file, 'utf8')),
  )
  const apiV3Key = await useFileOf(
    'WECHAT_API_V3_KEY_FILE',
    settings.apiV3KeyFile,
    async (file) => {
      const key = Buffer.from((await readFile(file, 'utf8')).trim())
      if (key.length !== 32) throw new Error('it must hold the 32 characters of the APIv3 key')
      return key
    },
  )
  await useFileOf('WECHAT_PLATFORM_KEYS', settings.platformKeys, async (place) => {
    const count = await new PlatformKeys(
      platformPlace({ ...settings, platformKeys: place }, privateKey),
      null,
    ).load()
    if (count === 0) throw new Error('there is neither a public key nor a certificate in it')
  })
  const account = settings.officialAccount
  const accountSecret =
    account &&
    (await useFileOf('WECHAT_OA_SECRET_FILE', account.secretFile, async (file) => {
      const secret = (await readFile(file, 'utf8')).trim()
      if (!/^[0-9a-f]{32}$/i.test(secret))
        throw new Error('it must hold the 32 characters of the account’s AppSecret')
      return secret
    }))
  return { privateKey, apiV3Key, accountSecret }
}

export function platformPlace(
  { platformKeys, publicKeyId, serial }: WechatSettings,
  privateKey: KeyObject,
): PlatformPlace {
  const merchant = { serial, publicKey: createPublicKey(privateKey) }
  return { place: platformKeys, publicKeyId, merchant }
}
