import { randomUUID } from 'node:crypto'
import { paperOf } from '@ce/contract/id-paper'
import { beforeAll, describe, expect, it } from 'vitest'
import { reissueChanged } from '../src/modules/certification_grant/service/reissue-changed.ts'
import { makePlan } from './factories/catalogue.ts'
import { makeEmployer } from './factories/employer.ts'
import { credit, proven, record, yearOf } from './factories/proof.ts'
import { rosterDesk, table } from './factories/roster.ts'
import { makeStaff } from './factories/staff.ts'
import {
  makeStudent,
  newIdNo,
  newPerson,
  registration,
  type TestStudent,
} from './factories/student.ts'
import { openOfflinePage } from './offline-page.ts'
import { ask, call, deps, must, mustEmployer, mustStaff } from './world.ts'

/** One name as keyboards, PDF files, chats and tables give it; what it is kept as. */
const kept = '马龙·金一'
const variants = {
  'as it is': '马龙·金一',
  'radicals of a PDF': '⻢⻰·⾦⼀',
  'a Korean keyboard': '马龙·\uf90a一',
  'a stroke': '马龙·金㇐',
  'another dot': '马龙⋅金一',
  'a half-width dot': '马龙･金一',
  'a full stop': '马龙．金一',
  spaces: '马 龙 · 金　一',
  'a no-break space': '马龙\u00a0•\u2003金一',
  'a zero-width space': '马\u200b龙·金\ufeff一',
  'direction marks': '\u202a马龙·金一\u202c',
  'variation selectors': '马\ufe00龙·金\u{e0100}一',
}

/** How a name finds its person, by the door it comes in. */
type Door = (name: string) => Promise<boolean>
let made: Awaited<ReturnType<typeof proven>>
const doors: Record<string, Door> = {}

beforeAll(async () => {
  made = await proven(kept)
  const { student, proof } = made
  const staff = await makeStaff({
    permissions: ['student.read', 'proof.read', 'finance.read', 'exam.read', 'student.import'],
  })
  const has = (list: { id?: string; studentId?: string }[], id: string) =>
    list.some((one) => one.id === id || one.studentId === id)
  doors['the students desk'] = async (name) => {
    const input = { name, pageSize: '100' } as never
    const { list } = await mustStaff('POST /student_desk/v1/list', input, staff.token)
    return has(list, student.id)
  }
  doors['the proofs desk'] = async (keyword) => {
    const input = { keyword, year: made.plan.year } as never
    const { list } = await mustStaff('POST /certification_grant/v1/list', input, staff.token)
    return has(list, proof.id)
  }
  doors['the check of a proof'] = async (name) => {
    const { nameMatches } = await must('GET /certification_grant/v1/verify', {
      code: proof.code,
      name,
    })
    return nameMatches === true
  }
  const verifier = await offlineVerifier()
  doors['the check without a network'] = async (name) => verifier(name, proof.offlineUrl)
  const roster = await rosterDesk()
  doors['the list of students'] = async (name) => {
    const { counts } = await roster.checked('STUDENTS', table([{ ...student, name }]))
    return counts?.SAME === 1
  }
  doors['the list of hours'] = async (name) => {
    const row = `${made.plan.year},${student.idNo},${name},1,省厅,${randomUUID()}`
    const text = `年度,证件号,姓名,学时,发证机构,凭证编号\n${row}`
    const { counts } = await roster.checked('HOURS', text)
    return counts?.CREATE === 1
  }
  doors["an employer's list"] = (name) => namedByEmployer(student, name)
  doors['accounts that may be one person'] = async (name) => {
    const other = await registered(name)
    const { alike } = await mustStaff(
      'GET /student_desk/v1/info',
      { id: other.user.id },
      staff.token,
    )
    return alike.some((one) => one.id === student.id && one.alike.includes('NAME'))
  }
  doors['a correction to what it is'] = async (value) => {
    const input = { id: randomUUID(), field: 'NAME' as const, value, reason: '写法' }
    const answer = await call('POST /privacy/v1/correct', input, student.token)
    return 'key' in answer && answer.key === 'privacy.sameAsNow'
  }
})

/** Whether the page without a network finds a name to be the signed one. */
async function offlineVerifier() {
  const { check, checker } = await openOfflinePage()
  return async (name: string, text: string) => {
    const { verdict, scanned } = check(text)
    expect(verdict).toBe('GENUINE')
    return scanned !== null && checker.nameMatches(name, scanned)
  }
}

/** Whether the student is asked by an employer that wrote the name so, and a second list knows them. */
async function namedByEmployer(student: TestStudent, name: string): Promise<boolean> {
  const [employer, plan] = [await makeEmployer(), await makePlan()]
  const content = Buffer.from(`姓名,身份证号\n${name},${student.idNo}`).toString('base64')
  const checked = async () => {
    const input = {
      importId: randomUUID(),
      planId: plan.id,
      fileName: '名单.csv',
      content,
      mapping: null,
    }
    return mustEmployer('POST /invitation/v1/check', input, employer.token)
  }
  const { importId } = await checked()
  await mustEmployer('POST /invitation/v1/write', { importId }, employer.token)
  const { list } = await must('GET /invitation/v1/mine', {}, student.token)
  const found = await mustEmployer(
    'POST /invitation/v1/list',
    { planId: plan.id, keyword: name },
    employer.token,
  )
  const again = await checked()
  return (
    list.some(({ organisationName }) => organisationName === employer.name) &&
    found.total === 1 &&
    again.counts?.SAME === 1
  )
}

async function registered(name: string, change: Record<string, unknown> = {}) {
  return must('POST /student/v1/register', (await registration({ name, ...change })) as never)
}

describe('one name, however it is written,', () => {
  it.each(Object.entries(variants))('finds its person at every door: %s', async (_kind, name) => {
    const found: Record<string, boolean> = {}
    for (const [door, finds] of Object.entries(doors)) found[door] = await finds(name)
    expect(found).toEqual(Object.fromEntries(Object.keys(doors).map((door) => [door, true])))
    const { token } = await registered(name)
    expect((await must('GET /student/v1/profile', {}, token)).name).toBe(kept)
  })

  it('is not another name at any of them', async () => {
    for (const door of ['the students desk', 'the check of a proof', 'the check without a network'])
      expect(await doors[door]?.('马龙·金二'), door).toBe(false)
  })
})

describe('a Latin name', () => {
  const foreigner = { idType: 'PASSPORT', name: "JEAN-LUC O'NEIL" }
  it.each([
    "jean-luc o'neil",
    'ＪＥＡＮ－ＬＵＣ　Ｏ＇ＮＥＩＬ',
    'Jean‑Luc  O’Neil',
    "Jean - Luc O'Neil",
  ])('%s finds its person', async (typed) => {
    const staff = await makeStaff({ permissions: ['student.read'] })
    const { user, token } = await registered(foreigner.name, {
      ...foreigner,
      idNo: `E${newPerson().phone.slice(1)}`,
    })
    expect((await must('GET /student/v1/profile', {}, token)).name).toBe(foreigner.name)
    const input = { name: typed, pageSize: '100' } as never
    const { list } = await mustStaff('POST /student_desk/v1/list', input, staff.token)
    expect(list.map(({ id }) => id)).toContain(user.id)
  })

  it('is refused under an ID card, with what to choose', async () => {
    const person = await registration({ name: 'John Smith' })
    expect(await call('POST /student/v1/register', person as never)).toMatchObject({
      data: { fields: { name: expect.stringContaining('证件类型请选护照') } },
    })
  })
})

describe('a number', () => {
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

  it('signs in by phone or ID, however it is written', async () => {
    const student = await makeStudent()
    const { phone, idNo, password } = student
    const written = [
      wide(phone),
      `+86 ${phone.slice(0, 3)} ${phone.slice(3)}`,
      `\u202d${phone}\u202c`,
      `${phone.slice(0, 3)}-${phone.slice(3, 7)}－${phone.slice(7)}`,
      wide(idNo.toLowerCase()),
      `${idNo.slice(0, 6)} ${idNo.slice(6)}`,
    ]
    for (const account of written) {
      const { user } = await must('POST /student/v1/login', { account, password })
      expect(user.id, account).toBe(student.id)
    }
  })

  it('registers full-width, and is taken then', async () => {
    const person = await registration()
    const full = ['phone', 'idNo', 'certificateNo'] as const
    const change = Object.fromEntries(full.map((field) => [field, wide(String(person[field]))]))
    await must('POST /student/v1/register', { ...person, ...change } as never)
    const { db } = await deps()
    const row = await db
      .selectFrom('student')
      .select(full)
      .where('phone', '=', person.phone)
      .executeTakeFirstOrThrow()
    expect(row).toEqual(Object.fromEntries(full.map((field) => [field, person[field]])))
    const again = await registration({ phone: `+86-${person.phone}` })
    expect(await call('POST /student/v1/register', again as never)).toMatchObject({
      key: 'student.phoneTaken',
    })
  })

  it('of a foreigner is of a type of its own, and printed as such', async () => {
    const body = `9${newIdNo().slice(1, 17)}`
    const idNo = [...'0123456789X'].map((check) => body + check).find(paperOf) ?? ''
    const named = { idType: 'FOREIGN_PR', idNo: wide(idNo) }
    const asCitizen = await registration({ name: '马克', idNo })
    expect(await call('POST /student/v1/register', asCitizen as never)).toMatchObject({
      data: {
        fields: { idNo: '这是外国人永久居留身份证的号码，请把证件类型改为“外国人永久居留身份证”' },
      },
    })
    const { token } = await registered('MARC DUPONT', named)
    const profile = await must('GET /student/v1/profile', {}, token)
    expect(profile).toMatchObject({ idType: 'FOREIGN_PR', birthDate: expect.any(String) })
    expect(profile.gender).toBe(Number(idNo[16]) % 2 === 1 ? 'MALE' : 'FEMALE')
    const { db } = await deps()
    const row = await db
      .selectFrom('student')
      .select(['id', 'phone'])
      .where('idNo', '=', idNo)
      .executeTakeFirstOrThrow()
    const plan = await makePlan({ requiredProfessional: 120, requiredPublic: 30 })
    const student = { ...newPerson(), ...row, token }
    await credit(student, plan, 120)
    await record(student, plan, 3)
    const proofId = (await yearOf(student, plan))?.proofId ?? ''
    const proof = await must('GET /certification_grant/v1/info', { id: proofId }, token)
    expect(proof).toMatchObject({
      name: 'MARC DUPONT',
      idTypeLabel: '外国人永久居留身份证',
      idNoMasked: `${idNo.slice(0, 6)}********${idNo.slice(-4)}`,
    })
    const pdf = await ask(
      new URL(proof.pdfUrl, 'http://site').pathname + new URL(proof.pdfUrl, 'http://site').search,
    )
    expect(pdf.status).toBe(200)
    const typed = { code: proof.code, name: 'ｍａｒｃ dupont' }
    expect((await must('GET /certification_grant/v1/verify', typed)).nameMatches).toBe(true)
    const verifier = await offlineVerifier()
    expect(await verifier('Marc  Dupont', proof.offlineUrl)).toBe(true)
  })
})

it('a proof that names its student otherwise than the account does is issued anew, once, and the old one says why', async () => {
  const world = await deps()
  const { student, plan, proof } = await proven('李白')
  const { db } = world
  await db.updateTable('student').set({ name: '李百' }).where('id', '=', student.id).execute()
  await db.insertInto('proofReissueDue').values({ studentId: student.id }).execute()
  for (const _ of [1, 2]) await reissueChanged(world)
  const proofId = (await yearOf(student, plan))?.proofId ?? ''
  const fresh = await must('GET /certification_grant/v1/info', { id: proofId }, student.token)
  expect([fresh.name, fresh.state, fresh.number === proof.number]).toEqual([
    '李百',
    'ISSUED',
    false,
  ])
  const old = await must('GET /certification_grant/v1/verify', { code: proof.code })
  expect([old.verdict, old.signature]).toEqual(['REPLACED', 'VALID'])
  expect(old.revoked).toMatchObject({
    reason: '姓名或证件的写法更正',
    replacedBy: fresh.number,
  })
  const proofs = await db
    .selectFrom('proof')
    .select('id')
    .where('studentId', '=', student.id)
    .execute()
  expect(proofs).toHaveLength(2)
})

it('two open accounts that the migration found to have one number are shown as possibly one person', async () => {
  const { db } = await deps()
  const staff = await makeStaff({ permissions: ['student.read'] })
  const [one, other] = await Promise.all([
    makeStudent({ name: '孙甲' }),
    makeStudent({ name: '孙乙' }),
  ])
  await db.insertInto('sameNumber').values({ studentId: one.id, otherId: other.id }).execute()
  const { alike } = await mustStaff('GET /student_desk/v1/info', { id: one.id }, staff.token)
  expect(alike).toMatchObject([{ id: other.id, alike: ['ID_TAIL'] }])
})
