import { expect, it } from 'vitest'
import { publicHoursNote, publicHoursWay } from './public-hours.ts'

it('says where public hours come from as long as they are missing', () => {
  const note = (earned: number, required: number) =>
    publicHoursNote({ earned: { public: earned }, required: { public: required } })
  expect([note(0, 30), note(29.9, 30)]).toEqual([publicHoursWay, publicHoursWay])
  expect([note(30, 30), note(31, 30), note(0, 0)]).toEqual([undefined, undefined, undefined])
})
