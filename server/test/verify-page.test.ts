import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creditHours, withdrawHours } from '../src/modules/certification_grant/service.ts'
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

/** A student's proof of a year, and the way to revoke it. */
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
  const { list } = await must(
    'GET /certification_grant/v1/query',
    { year: plan.year },
    student.token,
  )
  const id = list[0]?.proofId ?? ''
  const { code } = await must('GET /certification_grant/v1/info', { id }, student.token)
  const revoke = () =>
    inTransaction(world.db, (tx) =>
      withdrawHours(tx, world, { ...hours, sourceId, reason: '考试作废' }),
    )
  return { name, code, revoke }
}

describe('a proof’s public check without scripts', () => {
  it('shows the proof, does not claim to have read the QR, and stays out of search engines', async () => {
    const { code, name } = await makeProof()
    for (const path of [`/verify/${code}`, `/verify/${code.toLowerCase()}`]) {
      const response = await open(path)
      expect(response.status).toBe(200)
      const html = await response.text()
      expect(html).toContain('此编号的证明已登记，签名有效')
      expect(html).toContain('二维码里的内容没有核对')
      expect(html).not.toContain('证明真实有效')
      expect(html).not.toContain(name)
      expect(html).toContain('<meta name="robots" content="noindex, follow">')
      expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/verify-[\w-]{8}\.css">/)
    }
  })

  it('says before all else that a proof is a trial’s', async () => {
    const { code } = await makeProof(true)
    const html = await read(`/verify/${code}`)
    expect(html).toMatch(/verify-trial.*体验证明，不作为执业药师学时凭据.*签名有效/)
    expect(html).not.toContain('verify-good')
  })

  it('says at once when it was revoked', async () => {
    const { code, revoke } = await makeProof()
    expect(await read(`/verify/${code}`)).toContain('签名有效')
    await revoke()
    expect(await read(`/verify/${code}`)).toContain('撤销')
  })

  it('its form leads to a code, or says what is wrong with it', async () => {
    const spaced = await open('/verify?code=abcd-efgh+2345%206789')
    expect([spaced.status, spaced.headers.get('location')]).toEqual([
      302,
      '/verify/ABCDEFGH23456789',
    ])
    expect(await read('/verify?code=ab%3Cb%3E')).toContain('核验编号应为 16 位字母和数字')
    // the proof's other number: said so, not taken for a forgery
    const other = await open('/verify?code=%E8%AF%81%E6%98%8E%E7%BC%96%E5%8F%B7+ce2026+0000001')
    expect([other.status, other.headers.get('location')]).toEqual([302, '/verify/CE20260000001'])
    const told = await open('/verify/CE20260000001')
    const words = await told.text()
    expect([told.status, words.includes('伪造')]).toEqual([404, false])
    expect(words).toContain('这是证明编号')
    for (const path of ['/verify/ABCDEFGH23456789', '/verify/1', '/verify/%3Cscript%3Ealert(1)']) {
      const response = await open(path)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain('没有找到这份证明')
      expect(html).toContain('href="/assets/verify-')
      expect(html).not.toContain('<script>alert')
    }
  })
})
