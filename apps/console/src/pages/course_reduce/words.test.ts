import { formatHoursUnit } from '@ce/client/format.ts'
import { expect, test } from 'vitest'
import { batchWords } from './words.ts'

test('a batch says what is credited: what was granted before, else what was asked for', () => {
  const granted = { hours: 9, hoursApproved: 3 }
  const asked = { hours: 4.5, hoursApproved: null }
  expect(batchWords([granted, asked])).toContain(`共 ${formatHoursUnit(7.5)}`)
})
