import { afterAll, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'
import { defaultSettings, SettingsReader } from '../../../platform/settings.ts'
import { settingFigures } from './figures.ts'

const key = 'order.refundDays'

const keeper = await makeStaff({ permissions: ['setting.read', 'setting.edit'] })
const auditor = await makeStaff({ permissions: ['setting.read'] })
afterAll(async () => {
  const { db } = await deps()
  await db.deleteFrom('setting').where('key', '=', key).execute()
})

const set = (change: object, who = keeper) =>
  staffCall('POST /setting/v1/set', { key, value: 360, before: 365, reason: '理事会决定', ...change }, who.token)

describe('desk of settings', () => {
  it('setting calls refuse changes without permission or with bad input', async () => {
    expect(await set({}, auditor)).toMatchObject({ key: 'staff.forbidden' })
    for (const bad of [{ value: 1.5 }, { value: '360' }, { reason: '' }, { before: null }])
      expect(await set(bad)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [Object.keys(bad)[0] ?? '']: expect.any(String) } },
      })
  })

  it('lists each setting with its value and limits in its display unit', async () => {
    const { list } = await mustStaff('GET /setting/v1/list', {}, auditor.token)
    expect(list.find((one) => one.key === 'order.lifeSeconds')).toMatchObject({
      usual: 120,
      unit: '分钟',
      max: 120,
    })
    expect(list.find((one) => one.key === 'study.donePerMille')).toMatchObject({
      usual: 95,
      unit: '%',
    })
    for (const { usual, min, max } of list) {
      expect(usual).toBeGreaterThanOrEqual(min)
      expect(usual).toBeLessThanOrEqual(max)
    }
    // The limiting figure has the same unit, and the defaults respect it.
    for (const { bound, unit, per } of settingFigures.filter((one) => one.bound)) {
      const other = settingFigures.find((one) => one.key === bound?.by)
      expect(other).toMatchObject({ unit, per })
    }
  })

  it('changes a setting once with a reason and refuses a form that is out of date', async () => {
    const both = await Promise.all([set({}), set({})])
    expect(both).toMatchObject([{ data: { value: 360 } }, { data: { value: 360 } }])
    const { db } = await deps()
    expect(await new SettingsReader(db).get(key)).toBe(360)
    const mine = (await listAuditRowsOf(key)).filter(({ actor }) => actor === keeper.username)
    expect(mine).toMatchObject([
      {
        action: 'setting.changed',
        detail: { reason: '理事会决定', before: { value: 365 }, after: { value: 360 } },
      },
    ])
    expect(await set({ value: 350 })).toMatchObject({ key: 'setting.stale' })
    expect(await set({ value: 365, before: 360 })).toMatchObject({ code: 1, data: { value: 365 } })
  })

  it('refuses a bad, extreme or contradicting setting and changes nothing', async () => {
    for (const other of ['retention.hour', 'exam.consentVersion', 'none'])
      expect(await set({ key: other })).toMatchObject({ key: 'setting.noSuchFigure' })
    for (const value of [0, 366])
      expect(await set({ value })).toMatchObject({
        key: 'setting.outOfLimits',
        data: { fields: { value: '应在 1 到 365 天之间' } },
      })
    for (const [against, value, before] of [
      ['login.failuresToChallenge', 5, 2],
      ['study.presenceMinSeconds', 21, 15],
      ['study.presenceMaxSeconds', 14, 20],
    ] as const)
      expect(await set({ key: against, value, before })).toMatchObject({
        key: 'setting.contradicts',
        data: { fields: { value: expect.any(String) } },
      })
    const { db } = await deps()
    const kept = await new SettingsReader(db).all()
    expect(kept['login.failuresToChallenge']).toBe(defaultSettings['login.failuresToChallenge'])
    expect(await listAuditRowsOf('login.failuresToChallenge')).toEqual([])
  })
})
