import { expect, it } from 'vitest'
import type { Rule } from './fields.ts'
import { type ApplyValues, hoursProblem, wireOf } from './use-apply-fields.ts'

it('says the limits of the hours as they were typed; a draft may do without any', () => {
  const limits = '申请学时应为 0.1–300，最多 1 位小数，请改正'
  expect(
    ['350', '0', '6.25', '6，5', '1:30', '1e9'].map((typed) => hoursProblem(typed, null)),
  ).toEqual(Array(6).fill(limits))
  expect(
    ['', ' ', '6', ' 0.5', '300', '６。5', '6 篇'].map((typed) => hoursProblem(typed, null)),
  ).toEqual(Array(7).fill(null))
})

it('sends the number that was typed with wide digits, as the desktop does', () => {
  const values: ApplyValues = {
    year: '2026',
    typeCode: 'PAPER',
    subject: '',
    hours: '',
    startDate: '',
    endDate: '',
    reason: '',
    attachments: '[]',
  }
  const sent = (hours: string) => wireOf({ ...values, hours }, []).hours
  expect(['６', '６。５', '6 篇', ' '].map(sent)).toEqual([6, 6.5, 6, null])
})

it('limits the hours by the type that is chosen: whole pieces, up to its cap of the year', () => {
  const rule = { hoursMode: 'PER_UNIT', hours: 3, unit: '篇', yearCap: 12 } as Rule
  expect(['3', '12', '6 篇'].map((typed) => hoursProblem(typed, rule))).toEqual([null, null, null])
  expect(hoursProblem('15', rule)).toBe('申请学时应为 0.1–12，最多 1 位小数，请改正')
  expect(hoursProblem('4', rule)).toBe('申请学时应为每篇 3 学时的整数倍，请改正')
})
