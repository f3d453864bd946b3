import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeAlipayOrder } from '../../../../test/factories/alipay.ts'
import { control, fail, type Message, pay, syncClock } from '../../../../test/factories/wechat.ts'
import { deps, world } from '../../../../test/world.ts'
import { appNow } from '../../db/database.ts'
import { alipayGateway } from './gateway.ts'
import { loadAlipayKeys } from './load-keys.ts'
import { readAlipaySettings } from './settings.ts'

const certificateEnv = () => world().payments.certificateEnv ?? {}

async function load(change: Record<string, string> = {}) {
  const env = { ...world().payments.env, ALIPAY_PUBLIC_KEY_FILE: '', ...certificateEnv() }
  const settings = readAlipaySettings({ ...env, ...change })
  if (!settings) throw new Error('no settings')
  return { settings, keys: await loadAlipayKeys(settings) }
}

/** A merchant in certificate mode, who knows the certificate that was configured. */
async function gateway() {
  const { db } = await deps()
  await syncClock()
  const now = () => appNow(db)
  return alipayGateway({ ...(await load()), notifyUrl: () => 'http://localhost/', now })
}

describe('Alipay in certificate mode', () => {
  it('signs with the numbers of its certificates, and believes what is signed by Alipay’s', async () => {
    const { query, check } = await gateway()
    const { outTradeNo } = await makeAlipayOrder()
    await pay({ outTradeNo })
    expect(await query(outTradeNo)).toMatchObject({ state: 'SUCCESS', amountFen: 12_000 })
    const found = await check?.()
    expect(found).toMatchObject({ ok: true, signature: 'VERIFIED', code: 'ACQ.TRADE_NOT_EXIST' })
    expect(found?.keys.map(({ role }) => role)).toEqual(['MERCHANT', 'CHANNEL', 'ROOT'])
    await fail('query', 'UNSIGNED')
    await expect(query(outTradeNo)).rejects.toThrow('without a signature that fits')
  })

  it('reads a notification, whether it names its certificate or not', async () => {
    const { readNotification } = await gateway()
    const { outTradeNo } = await makeAlipayOrder()
    await pay({ outTradeNo })
    const told = async (lie: object) => {
      const { body } = await control<Message>('message', { outTradeNo, lie })
      return readNotification({}, Buffer.from(body))
    }
    for (const certified of [true, 'NAMED'])
      expect(await told({ certified })).toMatchObject({ order: { outTradeNo, state: 'SUCCESS' } })
    await expect(told({ certified: true, forged: true })).rejects.toThrow('does not fit')
    // signed for merchants in key mode
    await expect(told({})).rejects.toThrow('does not fit')
  })

  it('fetches a new certificate of Alipay’s, and believes nobody else’s', async () => {
    for (const [input, problem] of [
      [{ stranger: true }, 'does not lead to one of the root certificates'],
      [{ organisation: '某商户' }, 'somebody else than Alipay'],
      [{ validMs: -1000 }, 'is not valid now'],
    ] as const) {
      const { query } = await gateway()
      await control('rotateCertificate', input)
      await expect(query('20260101000000NOBODYP1')).rejects.toThrow(problem)
    }
    const { query, check } = await gateway()
    const { sn } = await control<{ sn: string }>('rotateCertificate', {})
    // two at once have it fetched once
    const answers = await Promise.all(['1', '2'].map((end) => query(`20260101000000NOBODYP${end}`)))
    expect(answers).toMatchObject([{ state: 'NOTPAY' }, { state: 'NOTPAY' }])
    expect((await check?.())?.keys.map(({ id }) => id)).toContain(sn)
  })

  it('stops the start when its files do not fit together', async () => {
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
