import { expect, it } from 'vitest'
import { compareFragment } from './proof-fragment.ts'

const proof = {
  code: 'ABCDEFGH23456789',
  number: 'CE20250000001',
  year: 2025,
  trial: false,
  idTypeLabel: '居民身份证',
  idNoMasked: '330102********1234',
  certificateNo: 'ZY2020',
  employer: '示例大药房',
  required: { professional: 60, public: 30 },
  earned: { professional: 60, public: 30 },
  entries: [],
  issuer: '示例协会',
  issuedOn: '2025-06-01',
  nameMasked: '张*',
  nameMatches: null,
  state: 'ISSUED' as const,
  signature: 'VALID' as const,
  keyId: 'k',
  revokedAt: null,
  revokeReason: null,
  replacedBy: null,
  replaces: null,
}

const fragment = (change: Partial<typeof proof> = {}) => {
  const p = { ...proof, ...change }
  const fields = [
    p.trial ? 2 : 1,
    p.code,
    p.number,
    p.year,
    'hash',
    p.idTypeLabel,
    p.idNoMasked,
    p.certificateNo,
    p.employer,
    [60, 30],
    [p.earned.professional, p.earned.public],
    'hash',
    p.issuer,
    p.issuedOn,
    ...(p.trial ? ['TRIAL'] : []),
  ]
  return `#${Buffer.from(JSON.stringify(fields)).toString('base64url')}.signature.key`
}

it('says whether a QR belongs to the registered proof', () => {
  expect(compareFragment('', proof)).toBe('NONE')
  expect(compareFragment(fragment(), proof)).toBe('SAME')
  expect(compareFragment(fragment({ employer: '别家药房' }), proof)).toBe('DIFFERENT')
  expect(compareFragment(fragment({ earned: { professional: 90, public: 30 } }), proof)).toBe(
    'DIFFERENT',
  )
  expect(compareFragment('#%%%.x', proof)).toBe('DIFFERENT')
})

it('a QR that hides or claims the mark of a trial is another proof’s', () => {
  const trial = { ...proof, trial: true }
  expect(compareFragment(fragment({ trial: true }), trial)).toBe('SAME')
  expect(compareFragment(fragment(), trial)).toBe('DIFFERENT')
  expect(compareFragment(fragment({ trial: true }), proof)).toBe('DIFFERENT')
})
