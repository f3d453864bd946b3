import { expect, it } from 'vitest'
import { changeMissedByAntd } from './NumberInput.tsx'

it('invalid text in a number field reaches the form as NaN, although antd restores the last valid number', () => {
  expect([changeMissedByAntd('1:30', 7), changeMissedByAntd('六', null)]).toEqual([Number.NaN, Number.NaN])
})

it('changeMissedByAntd reports null when invalid text is removed, and nothing that antd itself reports', () => {
  expect([changeMissedByAntd('6', 7), changeMissedByAntd('6', Number.NaN), changeMissedByAntd('', 7)]).toEqual(
    Array(3).fill(undefined),
  )
  expect(changeMissedByAntd('', Number.NaN)).toBeNull()
})
