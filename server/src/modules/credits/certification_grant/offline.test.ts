import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { checkProof } from '@ce/client/proof-check.ts'
import { proofVerdictText } from '@ce/client/proof-check-text.ts'
import { type SignedField, signedFieldNames, signedFields } from '@ce/contract/signed-proof'
import { trialTexts } from '@ce/contract/trial-text'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { creditProfessionalHours, makeProvenStudent, readStudentYear } from '../../../../test/factories/proof.ts'
import { openOfflinePage } from '../../../../test/offline-page.ts'
import { deps, must, sendRawRequest, world } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { rotateProofKey } from '../../../platform/proof-keys.ts'
import { reverseCreditedHours } from './service/credit.ts'

async function checkOnline(text: string) {
  const { pathname, hash } = new URL(text)
  const answer = await must('GET /certification_grant/v1/verify', { code: pathname.slice(-16) })
  const { keys } = await must('GET /certification_grant/v1/keys', {})
  return checkProof({ text: hash, keys, answer })
}

function partsOf(text: string) {
  const [address = '', fragment = ''] = text.split('#')
  const [payload = '', signature = '', keyId = ''] = fragment.split('.')
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
  return { address, fields, signature, keyId }
}

function textOf({ address, fields, signature, keyId }: ReturnType<typeof partsOf>): string {
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${address}#${payload}.${signature}.${keyId}`
}

const made = await makeProvenStudent('阿依古丽·买买提')

const changes: Record<SignedField, [at: number, value: unknown]> = {
  ...{ code: [1, 'ZZZZZZZZZZZZZZZZ'], number: [2, 'CE20990000001'], year: [3, 2099] },
  ...{ name: [4, 'A'.repeat(43)], idTypeLabel: [5, '护照'], idNoMasked: [6, '1***2'] },
  ...{ certificateNo: [7, 'ZY1'], employer: [8, '别家药房'], required: [9, [1, 3]] },
  ...{ earned: [10, [90, 3]], entries: [11, 'B'.repeat(43)], issuer: [12, '别的协会'] },
  ...{ issuedOn: [13, '2020-01-01'], trial: [0, 2] },
}

describe('public and offline verification agree', () => {
  let page: Awaited<ReturnType<typeof openOfflinePage>>
  beforeAll(async () => {
    page = await openOfflinePage()
  })

  async function judge(text: string) {
    const online = await checkOnline(text)
    const offline = page.check(text)
    expect(offline.trial).toBe(online.trial)
    return {
      verdicts: [online.verdict, offline.verdict],
      differing: online.differing,
      signatures: [online.signature, offline.signature],
      said: proofVerdictText(online),
      saidOffline: page.checker.proofVerdictText(offline),
    }
  }

  it('the public and the offline page accept a genuine proof', async () => {
    const { verdicts, signatures, differing, said } = await judge(made.proof.offlineUrl)
    expect([verdicts, signatures]).toEqual([
      ['GENUINE', 'GENUINE'],
      ['VALID', 'VALID'],
    ])
    expect([differing, said.tone, said.title]).toEqual([[], 'GOOD', '证明真实有效'])
  })

  it('the public and the offline page mark the proof of a trial year', async () => {
    const plan = await makePlan({ trial: true, requiredProfessional: 120, requiredPublic: 30 })
    const { proof } = await makeProvenStudent('试用者', plan)
    const { verdicts, said, saidOffline } = await judge(proof.offlineUrl)
    expect(verdicts).toEqual(['GENUINE', 'GENUINE'])
    for (const { tone, title } of [said, saidOffline]) expect([tone, title]).toEqual(['WARNING', trialTexts.proof])
  })

  it('the public page reports revoked and replaced proofs, and the offline page says that it cannot know', async () => {
    const { db } = await deps()
    const { proof, student, plan, sourceId } = await makeProvenStudent()
    const withdrawn = {
      studentId: student.id,
      year: plan.year,
      source: 'COURSE',
      sourceId,
    } as const
    await inTransaction(db, async (tx) =>
      reverseCreditedHours(tx, await deps(), { ...withdrawn, actor: 'test', reason: '替考' }),
    )
    const revoked = await judge(proof.offlineUrl)
    expect(revoked.verdicts).toEqual(['REVOKED', 'GENUINE'])
    expect(revoked.said.title).toBe('证明已撤销，不再有效')
    expect(revoked.said.explanation).toMatch(/^撤销日期：\d{4}-\d\d-\d\d。/)
    expect(JSON.stringify(revoked.said)).not.toContain('替考')
    expect(revoked.saidOffline.explanation).toContain('离线不能得知签发之后是否被撤销')
    await creditProfessionalHours(student, plan, 120)
    const replaced = await judge(proof.offlineUrl)
    expect(replaced.verdicts).toEqual(['REPLACED', 'GENUINE'])
    expect(replaced.said.explanation).toContain((await readStudentYear(student, plan))?.number)
  })

  it.each(signedFields)(
    'the public and the offline page report a QR code with another %s as altered',
    async (field) => {
      const parts = partsOf(made.proof.offlineUrl)
      const [at, value] = changes[field]
      const fields = parts.fields.with(at, value)
      if (field === 'trial') fields.push('TRIAL')
      const { verdicts, differing, said, saidOffline } = await judge(textOf({ ...parts, fields }))
      expect(verdicts).toEqual(['ALTERED', 'ALTERED'])
      expect([said.tone, saidOffline.tone]).toEqual(['BAD', 'BAD'])
      // The page never shows the name, so for a changed name only the signature check fails.
      expect(differing).toEqual(field === 'name' ? [] : [signedFieldNames[field]])
      expect(said.explanation).toContain(signedFieldNames[field])
    },
  )

  it('neither verification page accepts a QR code that is forged, cut short or made of two proofs', async () => {
    const { proof: other } = await makeProvenStudent()
    const parts = partsOf(made.proof.offlineUrl)
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const keyId = createHash('sha256').update(der).digest('hex').slice(0, 16)
    const signedBy = (fields: unknown[]) =>
      sign(null, Buffer.from(JSON.stringify(fields)), privateKey).toString('base64url')
    const fields = parts.fields.with(1, 'ZZZZZZZZZZZZZZZZ')
    const unregistered = parts.address.replace(made.proof.code, 'ZZZZZZZZZZZZZZZZ')
    const cases: [text: string, online: string, offline: string][] = [
      // The text is signed with another key, first under our key id and then under a new one.
      [textOf({ ...parts, signature: signedBy(parts.fields) }), 'ALTERED', 'ALTERED'],
      [textOf({ ...parts, signature: signedBy(parts.fields), keyId }), 'UNKNOWN_KEY', 'UNKNOWN_KEY'],
      [
        textOf({ address: unregistered, fields, signature: signedBy(fields), keyId: parts.keyId }),
        ...(['ALTERED', 'ALTERED'] as const),
      ],
      [textOf({ ...parts, signature: partsOf(other.offlineUrl).signature }), 'ALTERED', 'ALTERED'],
      [textOf({ ...parts, signature: 'c2hvcnQ' }), 'ALTERED', 'ALTERED'],
      [textOf({ ...parts, address: other.verifyUrl }), 'ALTERED', 'ALTERED'],
      [made.proof.offlineUrl.slice(0, -4), 'UNREADABLE', 'UNREADABLE'],
      [`${made.proof.verifyUrl}#..`, 'UNREADABLE', 'UNREADABLE'],
      [made.proof.verifyUrl, 'GENUINE', 'CODE_ALONE'],
      [unregistered, 'NOT_FOUND', 'CODE_ALONE'],
      [`${made.proof.verifyUrl}#main`, 'GENUINE', 'UNREADABLE'],
    ]
    for (const [text, online, offline] of cases) expect((await judge(text)).verdicts, text).toEqual([online, offline])
  })

  it('the public and the offline page say when a QR format is newer than the page', async () => {
    const { keys } = await deps()
    const parts = partsOf(made.proof.offlineUrl)
    const fields = [...parts.fields.with(0, 3), 'MORE']
    const { signature, keyId } = keys.proofs.sign(JSON.stringify(fields))
    const text = textOf({ ...parts, fields, signature: signature.toString('base64url'), keyId })
    expect((await judge(text)).verdicts).toEqual(['NEWER', 'NEWER'])
  })
})

describe('offline verification page', () => {
  it('the offline page shows every signed field and compares a typed name without showing the real one', async () => {
    const { check, checker } = await openOfflinePage()
    const { proof } = made
    const { scanned } = check(proof.offlineUrl)
    if (!scanned) throw new Error('nothing was read')
    expect(scanned).toMatchObject({
      ...{ code: proof.code, number: proof.number, year: proof.year, trial: false },
      ...{ idTypeLabel: proof.idTypeLabel, idNoMasked: proof.idNoMasked },
      ...{ certificateNo: proof.certificateNo, employer: proof.employer },
      ...{ required: proof.required, earned: proof.earned },
      ...{ issuer: proof.issuer, issuedOn: proof.issuedOn },
    })
    for (const typed of ['阿依古丽·买买提', ' 阿依古丽•买买提 ', '阿依古丽 . 买买提'])
      expect(checker.nameMatches(typed, scanned), typed).toBe(true)
    for (const typed of ['阿依古丽', '', '买买提·阿依古丽'])
      expect(checker.nameMatches(typed, scanned), typed).toBe(false)
    const fragment = proof.offlineUrl.slice(proof.offlineUrl.indexOf('#'))
    for (const text of [fragment, fragment.slice(1), ` ${proof.offlineUrl}\n`])
      expect(check(text).verdict, text).toBe('GENUINE')
    for (const text of ['', 'https://example.com', '#....', '#!']) expect(check(text).verdict, text).toBe('UNREADABLE')
  })

  it('the offline page detects every changed character of payload and signature', async () => {
    const { check } = await openOfflinePage()
    const [address, fragment = ''] = made.proof.offlineUrl.split('#')
    const keyAt = fragment.lastIndexOf('.')
    const spots = Array.from({ length: 60 }, (_, index) => Math.floor((index * keyAt) / 60))
    for (const spot of spots.filter((one) => fragment[one] !== '.')) {
      const other = fragment[spot] === 'A' ? 'B' : 'A'
      const changed = fragment.slice(0, spot) + other + fragment.slice(spot + 1)
      expect(check(`${address}#${changed}`).verdict, String(spot)).toBe('ALTERED')
    }
  })

  it('the offline page runs only its own script, has no network access and cannot be framed', async () => {
    const { answer, html } = await openOfflinePage()
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]{44}' 'sha256-[\w+/=]{44}'; style-src 'sha256-/,
    )
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|connect-src|https?:/)
    expect(html).toContain('<meta http-equiv="content-security-policy" content="default-src')
    // An encoded key may contain a double underscore, so look for a whole placeholder.
    expect(html).not.toMatch(/__[A-Z]+__/)
  })

  it('proofs from before and after a key rotation verify on the offline and the public page', async () => {
    const { env } = await deps()
    const { before, now } = await rotateProofKey(env.keysDir)
    const later = await makeProvenStudent()
    const signingAt = async (origin: string) => {
      const answer = await fetch(`${origin}/.well-known/proof-keys.json`)
      const { keys } = (await answer.json()) as { keys: { kid: string }[] }
      return keys[0]?.kid
    }
    for (const origin of world().origins)
      await expect.poll(() => signingAt(origin), { timeout: 60_000, interval: 500 }).toBe(now)
    const { check, keys } = await openOfflinePage()
    expect(keys.map(({ kid }) => kid)).toContain(before)
    expect(keys.filter(({ signing }) => signing)).toHaveLength(1)
    for (const { proof } of [made, later]) {
      expect(check(proof.offlineUrl).verdict).toBe('GENUINE')
      expect(await must('GET /certification_grant/v1/verify', { code: proof.code })).toMatchObject({
        verdict: 'GENUINE',
      })
    }
    const published = await must('GET /certification_grant/v1/keys', {})
    const wellKnown = await sendRawRequest('/.well-known/proof-keys.json')
    expect(await wellKnown.json()).toEqual(published)
    expect(JSON.stringify(published)).not.toContain('"d"')
  })
})
