import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { readWechatBill } from './bill.ts'
import { loadWechatKeys, platformKeyLocationOf } from './load-keys.ts'
import { PlatformKeys } from './platform-keys.ts'
import { readWechatSettings } from './settings.ts'

let folder = ''
let pem = { platform: '', other: '', own: '', secret: '' }
const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const env = (change: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  WECHAT_MCHID: '1900000001',
  WECHAT_APPID: 'wx0123456789abcdef',
  WECHAT_SERIAL: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  WECHAT_PRIVATE_KEY_FILE: join(folder, 'key.pem'),
  WECHAT_API_V3_KEY_FILE: join(folder, 'api.key'),
  WECHAT_PLATFORM_KEYS: join(folder, 'platform'),
  ...change,
})
const secret = 'thirty-two-characters-of-secret!'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ce-wechat-'))
  const { privateKey, publicKey: ownKey } = newPair()
  const { publicKey } = newPair()
  pem = {
    platform: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    other: newPair().publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    own: ownKey.export({ type: 'spki', format: 'pem' }).toString(),
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  await mkdir(join(folder, 'platform'))
  await mkdir(join(folder, 'empty'))
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(join(folder, 'api.key'), `${secret}\n`)
  await writeFile(join(folder, 'platform', 'PUB_KEY_ID_0119000000012026.pem'), pem.platform)
})
afterAll(() => rm(folder, { recursive: true }))

describe('WeChat Pay configuration', () => {
  it('WeChat settings must be set completely or not at all, and keys are read from files', async () => {
    expect(readEnv({}).wechat).toBeNull()
    const settings = readWechatSettings(env())
    expect(settings).toMatchObject({ baseUrl: 'https://api.mch.weixin.qq.com', h5: false })
    expect(readWechatSettings(env({ WECHAT_H5: '1' }))).toMatchObject({ h5: true })
    expect((await loadWechatKeys(settings ?? never())).apiV3Key.toString()).toBe(secret)
  })

  it('names a missing or malformed WeChat variable in one line', () => {
    const said = (change: NodeJS.ProcessEnv) => () => readWechatSettings(env(change))
    expect(said({ WECHAT_SERIAL: '' })).toThrow('WECHAT_MCHID is set, so WECHAT_SERIAL must be set too')
    expect(said({ WECHAT_MCHID: 'me' })).toThrow('WECHAT_MCHID does not look like one')
    expect(said({ WECHAT_H5: 'yes' })).toThrow('WECHAT_H5 must be 1 or 0')
    expect(said({ WECHAT_BASE_URL: 'ftp://x' })).toThrow('WECHAT_BASE_URL must be an http(s)')
  })

  it('official account settings must be set completely or not at all', () => {
    const account = { WECHAT_OA_APPID: 'wxfedcba9876543210', WECHAT_OA_SECRET_FILE: '/secret' }
    const read = (change: NodeJS.ProcessEnv) => readWechatSettings(env(change))?.officialAccount
    expect(read({})).toBeNull()
    expect(read(account)).toEqual({
      appid: 'wxfedcba9876543210',
      secretFile: '/secret',
      openUrl: 'https://open.weixin.qq.com',
      apiUrl: 'https://api.weixin.qq.com',
    })
    expect(read({ ...account, WECHAT_API_URL: 'http://127.0.0.1:9' })).toMatchObject({
      apiUrl: 'http://127.0.0.1:9',
    })
    const said = (change: NodeJS.ProcessEnv) => () => read({ ...account, ...change })
    expect(said({ WECHAT_OA_APPID: '' })).toThrow('so WECHAT_OA_APPID must be set too')
    expect(said({ WECHAT_OA_SECRET_FILE: '' })).toThrow('so WECHAT_OA_SECRET_FILE must be set too')
    expect(said({ WECHAT_OA_APPID: 'gh_1' })).toThrow('WECHAT_OA_APPID does not look like one')
    expect(said({ WECHAT_OPEN_URL: 'https://x/y' })).toThrow('WECHAT_OPEN_URL must be an http(s)')
    expect(() => readWechatSettings(account)).toThrow('so WECHAT_MCHID must be set too')
  })

  it('names an unusable key file in one line, without its content', async () => {
    const problem = async (change: NodeJS.ProcessEnv) =>
      loadWechatKeys(readWechatSettings(env(change)) ?? never()).then(
        () => '',
        (error: Error) => error.message,
      )
    const none = join(folder, 'none')
    expect(await problem({ WECHAT_PRIVATE_KEY_FILE: none })).toBe(
      `cannot use WECHAT_PRIVATE_KEY_FILE (${none}): there is no such file`,
    )
    const short = join(folder, 'short')
    await writeFile(short, 'my-short-secret')
    for (const variable of ['WECHAT_API_V3_KEY_FILE', 'WECHAT_PRIVATE_KEY_FILE']) {
      const said = await problem({ [variable]: short })
      expect(said).toContain(`cannot use ${variable}`)
      expect(said).not.toContain('my-short-secret')
      expect(said).not.toContain('\n')
    }
    const account = { WECHAT_OA_APPID: 'wxfedcba9876543210', WECHAT_OA_SECRET_FILE: short }
    const secret = await problem(account)
    expect(secret).toContain('cannot use WECHAT_OA_SECRET_FILE')
    expect(secret).not.toContain('my-short-secret')
    const empty = await problem({ WECHAT_PLATFORM_KEYS: join(folder, 'empty') })
    expect(empty).toContain('there is neither a public key nor a certificate in it')
  })
})

describe('WeChat platform keys', () => {
  const id = 'PUB_KEY_ID_0119000000012026'

  async function start(files: Record<string, string>, change: NodeJS.ProcessEnv = {}) {
    const place = await mkdtemp(join(folder, 'keys-'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(place, name), text)
    const settings = readWechatSettings(env({ WECHAT_PLATFORM_KEYS: place, ...change })) ?? never()
    const { privateKey } = await loadWechatKeys(settings)
    const keys = new PlatformKeys(platformKeyLocationOf(settings, privateKey), null)
    await keys.load()
    return { ids: keys.all.map((key) => key.id), asked: keys.publicKeyId }
  }

  it('a platform key file may have any name, and its id comes from the name or from WECHAT_PUBLIC_KEY_ID', async () => {
    const named = { WECHAT_PUBLIC_KEY_ID: id }
    for (const name of ['pub_key.pem', 'pub_key (1).pem', '微信支付公钥.txt', 'key'])
      expect(await start({ [name]: pem.platform }, named)).toEqual({ ids: [id], asked: id })
    const notes = { 'README.txt': 'from the console', '.DS_Store': 'x' }
    const found = await start({ [`my ${id}.pem`]: `\uFEFF${pem.platform}`, ...notes })
    expect(found).toEqual({ ids: [id], asked: id })
    const two = { 'pub_key.pem': pem.platform, 'PUB_KEY_ID_0119OTHER.pem': pem.other }
    expect((await start(two, named)).asked).toBe(id)
  })

  it('unusable platform keys stop the start with a message that says what is missing', async () => {
    const named = { WECHAT_PUBLIC_KEY_ID: id }
    const refused = (...given: Parameters<typeof start>) => expect(start(...given)).rejects
    await refused({ 'pub_key.pem': pem.platform }).toThrow('set WECHAT_PUBLIC_KEY_ID')
    await refused({ 'pub_key.pem': pem.own }, named).toThrow('merchant’s own public key')
    await refused({ 'apiclient_key.pem': pem.secret }, named).toThrow('holds a private key')
    await refused({ 'empty.pem': '' }).toThrow('holds no key')
    await refused({ 'a.pem': pem.platform, 'b.pem': pem.other }, named).toThrow('two different keys')
    await refused({ 'PUB_KEY_ID_0119OTHER.pem': pem.other }, named).toThrow('no public key for it')
    await refused({ 'note.txt': 'x' }).toThrow('neither a public key nor a certificate')
    await refused({ 'big.pem': 'x'.repeat(300_000) }).toThrow('too large')
    expect(() => readWechatSettings(env({ WECHAT_PUBLIC_KEY_ID: 'pub_key' }))).toThrow('PUB_KEY_ID_')
    expect(() => readWechatSettings(named)).toThrow('so WECHAT_MCHID must be set too')
  })

  it('an unknown key serial is looked up once, not again for every message', async () => {
    let asked = 0
    const settings = readWechatSettings(env()) ?? never()
    const { privateKey } = await loadWechatKeys(settings)
    const keys = new PlatformKeys(platformKeyLocationOf(settings, privateKey), async () => {
      asked += 1
      return []
    })
    await keys.load()
    expect(keys.publicKeyId).toBe('PUB_KEY_ID_0119000000012026')
    expect(await keys.find('PUB_KEY_ID_0119000000012026', new Date())).not.toBeNull()
    const found = await Promise.all([1, 2, 3].map(() => keys.find('STRANGER', new Date())))
    expect(found).toEqual([null, null, null])
    expect(await keys.find('STRANGER', new Date())).toBeNull()
    expect(asked).toBe(1)
  })
})

describe('WeChat Pay bills', () => {
  const head = '交易时间,微信订单号,商户订单号,交易状态,商户退款单号,订单金额,申请退款金额,退款状态'
  const paid = '`2026-11-22 10:34:56,`4200,`ORDERP1,`SUCCESS,`0,`120.05,`0.00,`'
  const back = '`2026-11-22 11:00:00,`4200,`ORDERP1,`REFUND,`RORDERP1,`0.00,`120.05,`SUCCESS'
  const bill = (...rows: string[]) =>
    `\uFEFF${[head, ...rows, '总交易单数,应结订单总金额', `\`${rows.length},\`0.00`].join('\r\n')}\r\n`
  const read = (text: string) => readWechatBill(text, async (numbers) => new Set(numbers))

  it('reads a WeChat Pay bill to the fen, and keeps payments and refunds apart', async () => {
    const fixed = { outTradeNo: 'ORDERP1', transactionId: '4200', amountFen: 12_005 }
    const { lines } = await read(bill(paid, back))
    expect(lines).toEqual([
      { ...fixed, kind: 'PAYMENT', number: 'ORDERP1', at: new Date('2026-11-22T02:34:56Z') },
      {
        ...fixed,
        kind: 'REFUND',
        number: 'RORDERP1',
        at: new Date('2026-11-22T03:00:00Z'),
        done: true,
      },
    ])
    for (const state of ['PROCESSING', 'ABNORMAL'])
      expect(await read(bill(back.replace('SUCCESS', state)))).toMatchObject({
        lines: [{ done: false }],
      })
  })

  it('refuses a WeChat message of another shape', async () => {
    await expect(read(bill(paid).replace('订单金额', '金额'))).rejects.toThrow('no column')
    await expect(read('<html>busy</html>')).rejects.toMatchObject({ kind: 'UNREADABLE' })
  })
})

function never(): never {
  throw new Error('no settings')
}
