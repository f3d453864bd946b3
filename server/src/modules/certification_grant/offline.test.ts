import { createContext, runInContext } from 'node:vm'
import { trialWords } from '@ce/contract/trial-words'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { proven } from '../../../test/factories/proof.ts'
import { ask, deps, must, world } from '../../../test/world.ts'
import { rotateProofKey } from '../../platform/proof-keys.ts'

interface Verdict {
  verdict: string
  fields?: unknown[]
}
interface Verifier {
  check(text: string, keys: unknown[]): Promise<Verdict>
  nameMatches(typed: string, fields: unknown[]): Promise<boolean>
}

/** The page as it is served, its script run as a browser would, without a network or a document. */
async function openPage() {
  const answer = await ask('/verify/offline')
  const html = await answer.text()
  const script = html.match(/<script>([\s\S]*?)<\/script>/)?.[1] ?? ''
  const json = html.match(/id="data">(.*?)<\/script>/)?.[1] ?? '{}'
  const context = createContext({ crypto, atob, btoa, TextDecoder, TextEncoder, Uint8Array })
  // what the page's own script defines
  const verifier = runInContext(`${script}\nverifier`, context) as Verifier
  const data = JSON.parse(json) as { keys: { kid: string; signing: boolean }[]; issuer: string }
  return {
    html,
    answer,
    verifier,
    ...data,
    check: (text: string) => verifier.check(text, data.keys),
  }
}

let made: Awaited<ReturnType<typeof proven>>
beforeAll(async () => {
  made = await proven('阿依古丽·买买提')
})

describe('the page that checks a proof without a network', () => {
  it('says that a proof is genuine, shows every signed field, and matches the name only when typed', async () => {
    const { check, verifier } = await openPage()
    const { proof } = made
    const { verdict, fields = [] } = await check(proof.offlineUrl)
    expect(verdict).toBe('VALID')
    expect(fields).toEqual([
      ...[1, proof.code, proof.number, proof.year, expect.any(String), proof.idTypeLabel],
      ...[proof.idNoMasked, proof.certificateNo, proof.employer, [12, 3], [12, 3]],
      ...[expect.any(String), proof.issuer, proof.issuedOn],
    ])
    for (const typed of ['阿依古丽·买买提', ' 阿依古丽•买买提 ', '阿依古丽 . 买买提'])
      expect(await verifier.nameMatches(typed, fields), typed).toBe(true)
    for (const typed of ['阿依古丽', '', '买买提·阿依古丽'])
      expect(await verifier.nameMatches(typed, fields), typed).toBe(false)
    expect((await check(proof.offlineUrl.slice(proof.offlineUrl.indexOf('#')))).verdict).toBe(
      'VALID',
    )
  })

  it('never takes a trial’s proof for a genuine one, and shows its fields', async () => {
    const { check, html } = await openPage()
    const plan = await makePlan({ trial: true, requiredProfessional: 120, requiredPublic: 30 })
    const { proof } = await proven('体验者', plan)
    const { verdict, fields = [] } = await check(proof.offlineUrl)
    expect([verdict, fields[0], fields[2]]).toEqual(['TRIAL', 2, proof.number])
    expect(html).toContain(trialWords.proof)
  })

  it('finds every single changed character of the payload and of the signature', async () => {
    const { check } = await openPage()
    const [address, fragment = ''] = made.proof.offlineUrl.split('#')
    const keyAt = fragment.lastIndexOf('.')
    const spots = Array.from({ length: 60 }, (_, index) => Math.floor((index * keyAt) / 60))
    for (const spot of spots.filter((one) => fragment[one] !== '.')) {
      const other = fragment[spot] === 'A' ? 'B' : 'A'
      const changed = fragment.slice(0, spot) + other + fragment.slice(spot + 1)
      expect(['FORGED', 'UNREADABLE']).toContain((await check(`${address}#${changed}`)).verdict)
    }
  })

  it('refuses a forged key id, another address, a foreign signature and no proof at all', async () => {
    const { check } = await openPage()
    const { offlineUrl: verifyUrl, code } = made.proof
    const { proof: other } = await proven()
    const verdictOf = async (text: string) => (await check(text)).verdict
    expect(await verdictOf(verifyUrl.replace(/\.[0-9a-f]{16}$/, '.0123456789abcdef'))).toBe(
      'UNKNOWN_KEY',
    )
    expect(await verdictOf(verifyUrl.replace(code, other.code))).toBe('OTHER_ADDRESS')
    const [payload] = verifyUrl.split('.').slice(0, -2).join('.').split('#').slice(1)
    const rest = other.offlineUrl.split('.').slice(-2).join('.')
    expect(await verdictOf(`#${payload}.${rest}`)).toBe('FORGED')
    for (const text of ['', 'https://example.com', '#....', '#!'])
      expect(await verdictOf(text), text).toBe('UNREADABLE')
  })

  it('may run its own script only, reach nothing, and is no frame of anybody', async () => {
    const { answer, html } = await openPage()
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]{44}' 'sha256-[\w+/=]{44}'; style-src 'sha256-/,
    )
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|connect-src|https?:/)
    expect(html).toContain('<meta http-equiv="content-security-policy" content="default-src')
    // nothing was left to be filled in; a key's own letters may be two of these in a row
    expect(html).not.toMatch(/__[A-Z]+__/)
  })

  it('knows rotated keys: what was signed before and after verifies here and on the public page', async () => {
    const { env } = await deps()
    const { before, now } = await rotateProofKey(env.keysDir)
    const later = await proven()
    // the two servers follow by themselves
    const signingAt = async (origin: string) => {
      const answer = await fetch(`${origin}/.well-known/proof-keys.json`)
      const { keys } = (await answer.json()) as { keys: { kid: string }[] }
      return keys[0]?.kid
    }
    for (const origin of world().origins)
      await expect.poll(() => signingAt(origin), { timeout: 60_000, interval: 500 }).toBe(now)
    const { check, keys } = await openPage()
    expect(keys.map(({ kid }) => kid)).toContain(before)
    expect(keys.filter(({ signing }) => signing)).toHaveLength(1)
    for (const { proof } of [made, later]) {
      expect((await check(proof.offlineUrl)).verdict).toBe('VALID')
      expect(await must('GET /certification_grant/v1/verify', { code: proof.code })).toMatchObject({
        verdict: 'GENUINE',
      })
    }
    const published = await must('GET /certification_grant/v1/keys', {})
    const wellKnown = await ask('/.well-known/proof-keys.json')
    expect(await wellKnown.json()).toEqual(published)
    expect(JSON.stringify(published)).not.toContain('"d"')
  })
})
