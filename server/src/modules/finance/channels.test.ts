import { afterEach, describe, expect, it, vi } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import {
  calmChannel,
  control,
  fail,
  passTimeEverywhere,
  syncClock,
} from '../../../test/factories/wechat.ts'
import { deps, mustStaff, staffCall } from '../../../test/world.ts'
import { faultLog } from '../../platform/observability/log.ts'
import { checkOwnChannels } from '../order/service/check-channel.ts'

afterEach(async () => {
  await calmChannel()
  await syncClock()
})

async function finance() {
  const { token, username } = await makeStaff({ roles: ['FINANCE'] })
  const check = async (channel: string) => {
    // what was checked a moment ago is not asked again
    await passTimeEverywhere(6)
    return (
      await mustStaff('POST /finance/v1/check_channel', { channel: channel as 'WECHAT' }, token)
    ).check
  }
  return { token, username, check }
}

describe.each(['WECHAT', 'ALIPAY'] as const)('the self-check of %s', (channel) => {
  it('shows keys, clock and signature, keeps the last one and is in the audit log', async () => {
    const { token, username, check } = await finance()
    const found = await check(channel)
    expect(found).toMatchObject({
      ...{ ok: true, checkedBy: username, answer: 'ANSWERED', signature: 'VERIFIED' },
      ...{ clockOff: false, keyState: 'VALID', code: expect.stringContaining('NOT_EXIST') },
    })
    expect(Math.abs(found?.skewSeconds ?? 99)).toBeLessThan(5)
    expect(found?.keys.map(({ role }) => role)).toEqual(
      expect.arrayContaining(['MERCHANT', 'CHANNEL']),
    )
    for (const { fingerprint } of found?.keys ?? []) expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    const { list } = await mustStaff('GET /finance/v1/channels', {}, token)
    expect(list.find((one) => one.channel === channel)?.check).toEqual(found)
    expect(await auditOf(channel)).toContainEqual(
      expect.objectContaining({ action: 'finance.channelChecked', actor: username }),
    )
    // pressed twice, the channel is asked once
    await fail('query', 'ERROR')
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
  ])('says what is wrong: %s', async (kind, expected) => {
    const { check } = await finance()
    await passTimeEverywhere(6)
    await fail('query', kind)
    expect(await check(channel)).toMatchObject({ ok: false, ...expected })
    expect(await check(channel)).toMatchObject({ ok: true })
  })

  it('says how far the clocks are apart', async () => {
    const { token } = await finance()
    await passTimeEverywhere(6)
    const { db } = await deps()
    const { now } = await db
      .selectNoFrom((eb) => eb.fn<Date>('app_now').as('now'))
      .executeTakeFirstOrThrow()
    await control('clock', { shift: now.getTime() - Date.now() + 400_000 })
    const { check } = await mustStaff('POST /finance/v1/check_channel', { channel }, token)
    expect(check).toMatchObject({ ok: false, clockOff: true })
    expect(Math.abs((check?.skewSeconds ?? 0) + 400)).toBeLessThan(5)
  })

  it('is made at the start of a process, and a failure is one line of its log', async () => {
    const { token } = await finance()
    const log = vi.spyOn(faultLog, 'warn').mockImplementation(() => undefined)
    const shared = await deps()
    const gateway = shared.gateways.get(channel)
    if (!gateway) throw new Error('no gateway')
    await fail('query', 'UNSIGNED')
    // another process: what it has checked is its own
    const own = { ...shared, gateways: new Map([[channel, gateway]]) }
    await checkOwnChannels(own)
    const shown = async () => {
      const { list } = await mustStaff('GET /finance/v1/channels', {}, token)
      return list.find((one) => one.channel === channel)?.check
    }
    await expect.poll(shown).toMatchObject({ ok: false, checkedBy: 'system', signature: 'WRONG' })
    await checkOwnChannels(own)
    const lines = log.mock.calls.flat().filter((line) => String(line).includes('self-check'))
    expect(lines).toEqual([
      `payment channel ${channel} fails its self-check: its answer is not proven (WRONG)`,
    ])
    log.mockRestore()
  })
})

it('a channel that is not in use cannot be checked', async () => {
  const { token } = await finance()
  expect(
    await staffCall('POST /finance/v1/check_channel', { channel: 'DEMO' }, token),
  ).toMatchObject({
    key: 'order.channelNotFound',
  })
  expect(await staffCall('POST /finance/v1/check_channel', { channel: 'X' }, token)).toMatchObject({
    key: 'common.invalid',
  })
})
