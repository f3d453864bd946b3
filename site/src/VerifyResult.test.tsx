import { printedProofFields } from '@ce/contract/proof-fields'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type PublicProof, parseTypedProofPath, type VerifyAnswer } from './load-verify.ts'
import { VerifyResult } from './VerifyResult.tsx'

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

/** Renders a result as the server does, before scripts run. */
function render(answer: VerifyAnswer): string {
  const element = <VerifyResult answer={answer} keys={[]} />
  const router = createMemoryRouter([{ path: '*', element }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

describe('result of a proof check', () => {
  it('a proof check starts with the verdict, as the only heading of its level and in a live region', () => {
    const html = render(genuine)
    expect(html).toMatch(/^<div role="status">/)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html.indexOf('证明真实有效</h1>')).toBeLessThan(html.indexOf('周*国'))
  })

  it('a proof check shows every printed field and the sum of hours, with only the name masked', () => {
    const html = render(genuine)
    for (const { name, value } of printedProofFields(proof, proof.nameMasked))
      expect(html).toContain(`<dt>${name}</dt><dd>${value}</dd>`)
    expect(html).toContain('<dt>公需科目</dt><dd>30.2\u00a0学时（要求 30）</dd></div><div><dt>合计</dt>')
    expect(html).toContain('<dd>90.3\u00a0学时</dd>')
  })

  it('a proof check links to the proof that replaced a revoked one', () => {
    const revoked = { at: '2026-01-01T00:00:00.000Z', reason: '作废', replacedBy: 'CE20250000002' }
    const html = render({ ...genuine, verdict: 'REPLACED', revoked })
    expect(html).toMatch(/verify-bad.*已换发新证明<\/h1>.*CE20250000002/)
  })

  it('a proof check names the fields whose registered value differs from the signed one', () => {
    const html = render({ ...genuine, verdict: 'ALTERED', changed: ['employer', 'earned'] })
    expect(html).toMatch(/verify-bad.*执业单位、已修学时/)
    expect(html).toContain('<dt>执业单位</dt><dd>登记：—</dd>')
  })

  it('a proof check marks the proof of a trial year clearly, even after the proof is revoked', () => {
    const trial = { ...genuine, proof: { ...proof, trial: true } }
    expect(render(trial)).toContain('verify-warning verify-trial')
    const revoked = { at: '2026-01-01T00:00:00.000Z', reason: '作废', replacedBy: null }
    expect(render({ ...trial, verdict: 'REVOKED', revoked })).toContain('verify-bad verify-trial')
    expect(render(genuine)).not.toContain('verify-trial')
  })

  it('every verdict on a proof starts with different words', () => {
    const missing: VerifyAnswer = {
      ...{ verdict: 'NOT_FOUND', proof: null, signature: null, changed: [] },
      ...{ nameMatches: null, revoked: null },
    }
    const revoked = { at: '2026-01-01T00:00:00.000Z', reason: '作废', replacedBy: null }
    const replaced = { ...revoked, replacedBy: 'CE20250000002' }
    const answers: VerifyAnswer[] = [
      genuine,
      missing,
      { ...genuine, proof: { ...proof, trial: true } },
      { ...genuine, verdict: 'ALTERED', changed: ['employer'] },
      { ...genuine, verdict: 'REVOKED', revoked },
      { ...genuine, verdict: 'REPLACED', revoked: replaced },
    ]
    const titles = answers.map((answer) => /<h1[^>]*>([^<]+)/.exec(render(answer))?.[1])
    expect(new Set(titles).size).toBe(answers.length)
  })
})

describe('typed codes of proofs', () => {
  const signed = '#eyJh-_.c2ln.0123456789abcdef'
  it.each([
    ['abcd efgh 2345 6789', '/verify/ABCDEFGH23456789'],
    ['核验编号：ＡＢＣＤ-EFGH-2345-6789', '/verify/ABCDEFGH23456789'],
    ['https://ce.example.org/verify/abcdefgh23456789', '/verify/ABCDEFGH23456789'],
    [` ce.example.org/verify/ABCDEFGH23456789${signed}\n`, `/verify/ABCDEFGH23456789${signed}`],
    [`https://ce.example.org/verify/ABCDEFGH23456789#eyJh`, '/verify/ABCDEFGH23456789'],
    ['证明编号 ce2026 0000001', '/verify/CE20260000001'],
  ])('the typed code %s leads to %s', (typed, path) => {
    expect(parseTypedProofPath(typed)).toBe(path)
  })

  it.each(['', 'abc', 'https://ce.example.org/login', '/verify/12'])('the input %j leads to no proof', (typed) => {
    expect(parseTypedProofPath(typed)).toBeNull()
  })
})
