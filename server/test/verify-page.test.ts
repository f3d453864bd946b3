import { randomUUID } from 'node:crypto'
import { trialTexts } from '@ce/contract/trial-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditHours, reverseCreditedHours } from '../src/modules/credits/certification_grant/service/credit.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { makePlan } from './factories/catalogue.ts'
import { makeStudent } from './factories/student.ts'
import { openPageServers, type PageServers } from './page-servers.ts'
import { deps, must } from './world.ts'

let open: PageServers['open']
let close: PageServers['close']

beforeAll(async () => {
  ;({ open, close } = await openPageServers())
}, 120_000)

afterAll(() => close())

const read = async (path: string) => (await open(path)).text()

async function makeProof(trial = false) {
  const name = '欧阳测试'
  const [student, plan, world] = await Promise.all([
    makeStudent({ name }),
    makePlan({ trial, requiredProfessional: 120, requiredPublic: 0 }),
    deps(),
  ])
  const hours = { studentId: student.id, year: plan.year, source: 'COURSE' as const, actor: 'test' }
  const sourceId = randomUUID()
  await inTransaction(world.db, (tx) =>
    creditHours(tx, world, [
      {
        ...hours,
        sourceId,
        subject: 'PROFESSIONAL',
        hours: 120,
        title: '测试课程',
      },
    ]),
  )
  const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, student.token)
  const id = list[0]?.proofId ?? ''
  const { code } = await must('GET /certification_grant/v1/info', { id }, student.token)
  const revoke = () =>
    inTransaction(world.db, (tx) => reverseCreditedHours(tx, world, { ...hours, sourceId, reason: '考试作废' }))
  return { name, code, revoke }
}

describe('public check of a proof without scripts', () => {
  it('shows the verdict in the title and first on the page, and search engines do not index it', async () => {
    const { code, name } = await makeProof()
    for (const path of [`/verify/${code}`, `/verify/${code.toLowerCase()}`]) {
      const response = await open(path)
      expect(response.status).toBe(200)
      const html = await response.text()
      expect(html).toMatch(/<title>证明真实有效 · 证明核验 - /)
      expect(html).toMatch(/<main[^>]*>(<\w+[^>]*>)*正在核对[^<]*<\/p><div class="verify-verdict verify-good/)
      expect(html).toContain('请把下列各项与手中的证明逐项比对')
      expect(html).not.toContain(name)
      expect(html).toContain('<meta name="robots" content="noindex, follow">')
      expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/verify-[\w-]{8}\.css">/)
    }
  })

  it('shows first that a proof belongs to a trial plan', async () => {
    const { code } = await makeProof(true)
    const html = await read(`/verify/${code}`)
    expect(html).toContain(`verify-warning verify-trial`)
    expect(html).toMatch(new RegExp(`<h1[^>]*>${trialTexts.proof}.*签名有效`))
    expect(html).not.toContain('verify-good')
  })

  it('shows immediately that a proof was revoked', async () => {
    const { code, revoke } = await makeProof()
    expect(await read(`/verify/${code}`)).toContain('签名有效')
    await revoke()
    expect(await read(`/verify/${code}`)).toContain('撤销')
  })

  it('the form of the proof check leads to a code or says what is wrong with it', async () => {
    const spaced = await open('/verify?code=abcd-efgh+2345%206789')
    expect([spaced.status, spaced.headers.get('location')]).toEqual([302, '/verify/ABCDEFGH23456789'])
    const pasted = await open(`/verify?code=${encodeURIComponent('https://x/verify/abcdefgh23456789#e')}`)
    expect(pasted.headers.get('location')).toBe('/verify/ABCDEFGH23456789')
    const refused = await read('/verify?code=ab%3Cb%3E')
    expect(refused).toContain('请输入 16 位字母和数字的核验编号')
    expect(refused).toContain('value="ab&lt;b&gt;"')
    // A printed proof number, typed as the code, is recognised and not called a forgery.
    const other = await open('/verify?code=%E8%AF%81%E6%98%8E%E7%BC%96%E5%8F%B7+ce2026+0000001')
    expect([other.status, other.headers.get('location')]).toEqual([302, '/verify/CE20260000001'])
    const told = await open('/verify/CE20260000001')
    const words = await told.text()
    expect([told.status, words.includes('伪造')]).toEqual([404, false])
    expect(words).toContain('这是证明编号')
    const answers = { ABCDEFGH23456789: '没有登记这份证明', '1': '核验编号不正确' }
    for (const [code, words] of Object.entries({
      ...answers,
      '%3Cscript%3Ealert(1)': '没有登记这份证明',
    })) {
      const response = await open(`/verify/${code}`)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain(words)
      expect(html).toContain('href="/assets/verify-')
      expect(html).not.toContain('<script>alert')
    }
  })
})
