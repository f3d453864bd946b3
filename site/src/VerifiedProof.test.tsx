import { printedFields } from '@ce/contract/proof-fields'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { PublicProof, VerifyAnswer } from './load-verify.ts'
import { VerifiedProof } from './VerifiedProof.tsx'

const proof: PublicProof = {
  ...{ number: 'CE20250000001', code: 'FX8RJY4M6BQ8GCUV', year: 2025, trial: false },
  ...{ idTypeLabel: '居民身份证', idNoMasked: '110105********0032', nameMasked: '周*国' },
  ...{ certificateNo: 'DEMO20120003', employer: '', issuer: '协会', issuedOn: '2025-05-27' },
  required: { professional: 60, public: 30 },
  earned: { professional: 60.1, public: 30.2 },
  ...{ entries: [], keyId: 'k', replaces: null },
}

const genuine: VerifyAnswer = {
  ...{ verdict: 'GENUINE', proof, signature: 'VALID', changed: [] },
  ...{ nameMatches: null, revoked: null },
}
const show = (answer: VerifyAnswer) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <VerifiedProof answer={answer} proof={proof} keys={[]} />
    </MemoryRouter>,
  )

it('the public page shows every field that a proof prints, the sum too, and only the name masked', () => {
  const html = show(genuine)
  for (const { name, value } of printedFields(proof, proof.nameMasked))
    expect(html).toContain(`<dt>${name}</dt><dd>${value}</dd>`)
  expect(html).toContain(
    '<dt>公需科目</dt><dd>30.2\u00a0学时（要求 30）</dd></div><div><dt>合计</dt>',
  )
  expect(html).toContain('<dd>90.3\u00a0学时</dd>')
})

it('a revoked proof names the one that took its place', () => {
  const revoked = { at: '2026-01-01T00:00:00.000Z', reason: '作废', replacedBy: 'CE20250000002' }
  const html = show({ ...genuine, verdict: 'REPLACED', revoked })
  expect(html).toContain(' 撤销，已换发新证明')
  expect(html).toContain('CE20250000002')
})
