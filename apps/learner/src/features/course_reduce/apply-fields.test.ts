import type { Reduction } from '@ce/client/course_reduce.ts'
import { expect, it } from 'vitest'
import { type ReductionFormValues, reductionHoursProblem, toReductionDraft } from './apply-fields.ts'

it('a reduction form refuses hours out of range, but a draft may leave them out', () => {
  const limits = '申请学时应为 0.1–300，最多 1 位小数，请改正'
  expect(['350', '0', '6.25', '6，5', '1:30', '1e9'].map((typed) => reductionHoursProblem(typed, null))).toEqual(
    Array(6).fill(limits),
  )
  expect(['', ' ', '6', ' 0.5', '300', '６。5', '6 篇'].map((typed) => reductionHoursProblem(typed, null))).toEqual(
    Array(7).fill(null),
  )
})

it('full-width digits of the hours are sent as a number', () => {
  const values: ReductionFormValues = {
    ...{ year: '2026', typeCode: 'PAPER', subject: '' as const, hours: '' },
    ...{ startDate: '', endDate: '', reason: '', attachments: '[{"fileId":"f"}]' },
  }
  const sent = (hours: string) => toReductionDraft({ ...values, hours })
  expect(['６', '６。５', '6 篇', ' '].map((hours) => sent(hours).hours)).toEqual([6, 6.5, 6, null])
  expect(sent('')).toMatchObject({ year: 2026, subject: null, endDate: null, attachments: ['f'] })
})

it('the chosen reduction type limits the hours to whole units and a yearly maximum', () => {
  const rule = { hoursMode: 'PER_UNIT', hours: 3, unit: '篇', yearCap: 12 } as Reduction['rule']
  expect(['3', '12', '6 篇'].map((typed) => reductionHoursProblem(typed, rule))).toEqual([null, null, null])
  expect(reductionHoursProblem('15', rule)).toBe('申请学时应为 0.1–12，最多 1 位小数，请改正')
  expect(reductionHoursProblem('4', rule)).toBe('申请学时应为每篇 3 学时的整数倍，请改正')
})
