import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeAlipayOrder } from '../../../../test/factories/alipay.ts'
import {
  controlChannel,
  failNextCalls,
  payAtWechat,
  syncChannelClock,
  type TestChannelNotification,
} from '../../../../test/factories/wechat.ts'
import { deps, world } from '../../../../test/world.ts'
import { appNow } from '../../db/database.ts'
import { createAlipayGateway } from './gateway.ts'
import { loadAlipayKeys } from './load-keys.ts'
import { readAlipaySettings } from './settings.ts'

const certificateEnv = () => world().payments.certificateEnv ?? {}

async function load(change: Record<string, string> = {}) {
  const env = { ...world().payments.env, ALIPAY_PUBLIC_KEY_FILE: '', ...certificateEnv() }
  const settings = readAlipaySettings({ ...env, ...change })
  if (!settings) throw new Error('no settings')
  return { settings, keys: await loadAlipayKeys(settings) }
}

async function gateway() {
  const { db } = await deps()
  await syncChannelClock()
  const now = () => appNow(db)
  return createAlipayGateway({ ...(await load()), notifyUrl: () => 'http://localhost/', now })
}

describe('Alipay in certificate mode', () => {
  it('sends our certificate numbers with a request and accepts what Alipay’s certificate signed', async () => {
    const { query, check } = await gateway()
    const { outTradeNo } = await makeAlipayOrder()
    await payAtWechat({ outTradeNo })
    expect(await query(outTradeNo)).toMatchObject({ state: 'SUCCESS', amountFen: 12_000 })
    const found = await check?.()
    expect(found).toMatchObject({ ok: true, signature: 'VERIFIED', code: 'ACQ.TRADE_NOT_EXIST' })
    expect(found?.keys.map(({ role }) => role)).toEqual(['MERCHANT', 'CHANNEL', 'ROOT'])
    await failNextCalls('query', 'UNSIGNED')
    await expect(query(outTradeNo)).rejects.toThrow('without a signature that fits')
  })

  it('accepts a notification with or without a certificate number', async () => {
    const { readNotification } = await gateway()
    const { outTradeNo } = await makeAlipayOrder()
    await payAtWechat({ outTradeNo })
    const told = async (lie: object) => {
      const { body } = await controlChannel<TestChannelNotification>('message', { outTradeNo, lie })
      return readNotification({}, Buffer.from(body))
    }
    for (const certified of [true, 'NAMED'])
      expect(await told({ certified })).toMatchObject({ order: { outTradeNo, state: 'SUCCESS' } })
    await expect(told({ certified: true, forged: true })).rejects.toThrow('does not fit')
    await expect(told({})).rejects.toThrow('does not fit')
  })

  it('fetches a new certificate of Alipay and refuses certificates of other organisations', async () => {
    for (const [input, problem] of [
      [{ stranger: true }, 'does not lead to one of the root certificates'],
      [{ organisation: '某商户' }, 'somebody else than Alipay'],
      [{ validMs: -1000 }, 'is not valid now'],
    ] as const) {
      const { query } = await gateway()
      await controlChannel('rotateCertificate', input)
      await expect(query('20260101000000NOBODYP1')).rejects.toThrow(problem)
    }
    const { query, check } = await gateway()
    const { sn } = await controlChannel<{ sn: string }>('rotateCertificate', {})
    // Two concurrent responses cause one download of the certificate.
    const answers = await Promise.all(['1', '2'].map((end) => query(`20260101000000NOBODYP${end}`)))
    expect(answers).toMatchObject([{ state: 'NOTPAY' }, { state: 'NOTPAY' }])
    expect((await check?.())?.keys.map(({ id }) => id)).toContain(sn)
  })

  it('refuses to start when the certificate files do not match', async () => {
    const files = certificateEnv()
    const none = join(world().dataDir, 'no-certificate')
    await writeFile(none, 'nothing of the kind')
    const alipays = files.ALIPAY_CERT_FILE ?? ''
    for (const [change, problem] of [
      [{ ALIPAY_ROOT_CERT_FILE: none }, 'cannot use ALIPAY_ROOT_CERT_FILE'],
      [{ ALIPAY_CERT_FILE: none }, 'there is no certificate in it'],
      [{ ALIPAY_APP_CERT_FILE: alipays }, 'does not belong to the key in ALIPAY_PRIVATE_KEY_FILE'],
      [{ ALIPAY_CERT_FILE: files.ALIPAY_APP_CERT_FILE ?? '' }, 'certificate of the application'],
      [{ ALIPAY_ROOT_CERT_FILE: alipays }, 'there is no RSA root certificate in it'],
    ] as const)
      await expect(load(change)).rejects.toThrow(problem)
  })
})
