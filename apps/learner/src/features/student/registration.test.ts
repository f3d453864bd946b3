import { expect, it } from 'vitest'
import { registration, type Tick, tickNow } from './registration.ts'

const texts = { agreementVersion: '2026-01', privacyVersion: '2026-02' }
const made: Tick = { over: texts }

it('a tick holds for the texts there were when it was made', () => {
  expect(tickNow(null, true, texts)).toEqual({ tick: made, renewed: false })
  // read anew, and the same
  expect(tickNow(made, true, { ...texts })).toEqual({ tick: made, renewed: false })
  expect(tickNow(made, false, texts)).toEqual({ tick: null, renewed: false })
})

it.each(['agreementVersion', 'privacyVersion'])('of another %s it is none any more', (name) => {
  expect(tickNow(made, true, { ...texts, [name]: '2026-09' })).toEqual({
    tick: null,
    renewed: true,
  })
})

it('nor is one of texts that were not there yet', () => {
  const blind = tickNow(null, true, undefined).tick
  expect(tickNow(blind, true, texts)).toEqual({ tick: null, renewed: true })
})

it('what is sent names both versions, and the password only as its digest', () => {
  const person = {
    name: '王敏',
    idType: 'ID_CARD',
    idNo: '11010519491231002X',
    phone: '13800000001',
    certificateNo: 'ZY0001',
    employer: '',
  }
  const typed = { ...person, titleCode: '2', password: 'a', repeated: 'a', agreed: true }
  expect(registration(typed, texts)).toEqual({
    ...person,
    ...texts,
    titleCode: 2,
    password: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})
