import { expect, it } from 'vitest'
import { invoiceDeadlineOf } from './names.ts'

const at = (text: string) => new Date(`${text}+08:00`)

it('an invoice can be requested until the configured day after the year of payment', () => {
  const newYearsEve = at('2026-12-31T23:59:59')
  expect(invoiceDeadlineOf(newYearsEve, at('2027-05-31T23:59:59'), 151)).toEqual({
    ...{ day: '2027-05-31', passed: false },
  })
  expect(invoiceDeadlineOf(newYearsEve, at('2027-06-01T00:00:00'), 151).passed).toBe(true)
  expect(invoiceDeadlineOf(at('2027-01-01T00:00:00'), newYearsEve, 151).day).toBe('2028-05-30')
  expect(invoiceDeadlineOf(newYearsEve, newYearsEve, 0)).toEqual({ day: '2026-12-31', passed: false })
})
