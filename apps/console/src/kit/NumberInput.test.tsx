import { expect, it } from 'vitest'
import { missedByAntd } from './NumberInput.tsx'

it('tells the form of a text that is no number: antd puts the number from before in its place', () => {
  expect([missedByAntd('1:30', 7), missedByAntd('六', null)]).toEqual([Number.NaN, Number.NaN])
})

it('leaves a number to antd, and says when the field is empty after what was no number', () => {
  expect([missedByAntd('6', 7), missedByAntd('6', Number.NaN), missedByAntd('', 7)]).toEqual(
    Array(3).fill(undefined),
  )
  expect(missedByAntd('', Number.NaN)).toBeNull()
})
