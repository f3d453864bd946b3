import { formatHoursUnit } from '@ce/client/format.ts'
import { expect, test } from 'vitest'
import { batchReductionCreditText } from './labels.ts'

test('the batch approval sums granted hours, or requested hours if none are granted yet', () => {
  const granted = { hours: 9, hoursApproved: 3 }
  const asked = { hours: 4.5, hoursApproved: null }
  expect(batchReductionCreditText([granted, asked])).toContain(`共 ${formatHoursUnit(7.5)}`)
})
