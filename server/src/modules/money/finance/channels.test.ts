import { afterEach, describe, expect, it, vi } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import {
  controlChannel,
  failNextCalls,
  passTimeEverywhere,
  resetChannel,
  syncChannelClock,
} from '../../../../test/factories/wechat.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'
import { faultLog } from '../../../platform/observability/log.ts'
import { checkChannelsOfProcess } from '../order/service/check-channel.ts'

afterEach(async () => {
  await resetChannel()
  await syncChannelClock()
})

async function finance() {
  const { token, username } = await makeStaff({ roles: ['FINANCE'] })
  const check = async (channel: string) => {
    await passTimeEverywhere(6)
    return (await mustStaff('POST /finance/v1/check_channel', { channel: channel as 'WECHAT' }, token)).check
  }
  return { token, username, check }
}

describe.each(['WECHAT', 'ALIPAY'] as const)('the self-check of channel %s', (channel) => {
  it('a check of a payment channel shows keys, clock and signature, and is audited', async () => {
    const { token, username, check } = await finance()
    const found = await check(channel)
    expect(found).toMatchObject({
      ...{ ok: true, checkedBy: username, answer: 'ANSWERED', signature: 'VERIFIED' },
      ...{ clockOff: false, keyState: 'VALID', code: expect.stringContaining('NOT_EXIST') },
    })
    expect(Math.abs(found?.skewSeconds ?? 99)).toBeLessThan(5)
    expect(found?.keys.map(({ role }) => role)).toEqual(expect.arrayContaining(['MERCHANT', 'CHANNEL']))
    for (const { fingerprint } of found?.keys ?? []) expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    const { list } = await mustStaff('GET /finance/v1/channels', {}, token)
    expect(list.find((one) => one.channel === channel)?.check).toEqual(found)
    expect(await listAuditRowsOf(channel)).toContainEqual(
      expect.objectContaining({ action: 'finance.channelChecked', actor: username }),
    )
    // A second click does not call the channel again.
    await failNextCalls('query', 'ERROR')
    expect(await mustStaff('POST /finance/v1/check_channel', { channel }, token)).toEqual({
      channel,
      check: found,
    })
  })

  it.each([
    ['UNSIGNED', { signature: 'WRONG' }],
    ['ERROR', { answer: 'UNABLE' }],
    ['BUSY', { answer: 'UNABLE' }],
    ['LOST', { answer: 'UNREACHABLE', signature: null }],
    ['DENIED', { signature: 'MISSING' }],
  ])('a channel check reports the problem: %s', async (kind, expected) => {
    const { check } = await finance()
    await passTimeEverywhere(6)
    await failNextCalls('query', kind)
    expect(await check(channel)).toMatchObject({ ok: false, ...expected })
    expect(await check(channel)).toMatchObject({ ok: true })
  })

  it('a channel check reports the clock difference', async () => {
    const { token } = await finance()
    await passTimeEverywhere(6)
    const { db } = await deps()
    const { now } = await db.selectNoFrom((eb) => eb.fn<Date>('app_now').as('now')).executeTakeFirstOrThrow()
    await controlChannel('clock', { shift: now.getTime() - Date.now() + 400_000 })
    const { check } = await mustStaff('POST /finance/v1/check_channel', { channel }, token)
    expect(check).toMatchObject({ ok: false, clockOff: true })
    expect(Math.abs((check?.skewSeconds ?? 0) + 400)).toBeLessThan(5)
  })

  it('each process checks its payment channels when it starts and logs a failure in one line', async () => {
    const { token } = await finance()
    const log = vi.spyOn(faultLog, 'warn').mockImplementation(() => undefined)
    const shared = await deps()
    const gateway = shared.gateways.get(channel)
    if (!gateway) throw new Error('no gateway')
    await failNextCalls('query', 'UNSIGNED')
    // Each server process has its own check results.
    const own = { ...shared, gateways: new Map([[channel, gateway]]) }
    await checkChannelsOfProcess(own)
    const shown = async () => {
      const { list } = await mustStaff('GET /finance/v1/channels', {}, token)
      return list.find((one) => one.channel === channel)?.check
    }
    await expect.poll(shown).toMatchObject({ ok: false, checkedBy: 'system', signature: 'WRONG' })
    await checkChannelsOfProcess(own)
    const lines = log.mock.calls.flat().filter((line) => String(line).includes('self-check'))
    expect(lines).toEqual([`payment channel ${channel} fails its self-check: its answer is not proven (WRONG)`])
    log.mockRestore()
  })
})

it('refuses to check a payment channel that is not in use', async () => {
  const { token } = await finance()
  expect(await staffCall('POST /finance/v1/check_channel', { channel: 'DEMO' }, token)).toMatchObject({
    key: 'order.channelNotFound',
  })
  expect(await staffCall('POST /finance/v1/check_channel', { channel: 'X' }, token)).toMatchObject({
    key: 'common.invalid',
  })
})
