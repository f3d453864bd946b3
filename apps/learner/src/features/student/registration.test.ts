import { expect, it } from 'vitest'
import { type AgreementTick, currentAgreementTick, toRegistrationInput } from './registration.ts'

const texts = { agreementVersion: '2026-01', privacyVersion: '2026-02' }
const made: AgreementTick = { over: texts }

it('a tick of the agreement accepts only the versions that were current at the tick', () => {
  expect(currentAgreementTick(null, true, texts)).toEqual({ tick: made, renewed: false })
  // Here the same versions were loaded again.
  expect(currentAgreementTick(made, true, { ...texts })).toEqual({ tick: made, renewed: false })
  expect(currentAgreementTick(made, false, texts)).toEqual({ tick: null, renewed: false })
})

it.each(['agreementVersion', 'privacyVersion'])('a new %s removes the tick of the agreement', (name) => {
  expect(currentAgreementTick(made, true, { ...texts, [name]: '2026-09' })).toEqual({
    tick: null,
    renewed: true,
  })
})

it('a tick of the agreement made before the texts were loaded does not count', () => {
  const blind = currentAgreementTick(null, true, undefined).tick
  expect(currentAgreementTick(blind, true, texts)).toEqual({ tick: null, renewed: true })
})

it('a registration sends both text versions and only a digest of the password', () => {
  const person = {
    name: '王敏',
    idType: 'ID_CARD',
    idNo: '11010519491231002X',
    phone: '13800000001',
    certificateNo: 'ZY0001',
    employer: '',
  }
  const typed = { ...person, titleCode: '2', password: 'a', repeated: 'a', agreed: true }
  expect(toRegistrationInput(typed, texts)).toEqual({
    ...person,
    ...texts,
    titleCode: 2,
    password: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})
