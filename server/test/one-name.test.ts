import { randomUUID } from 'node:crypto'
import { idTypeOfNumber } from '@ce/contract/id-paper'
import { beforeAll, describe, expect, it } from 'vitest'
import { reissueAfterMigration } from '../src/modules/credits/certification_grant/service/reissue.ts'
import { makePlan } from './factories/catalogue.ts'
import { makeEmployer } from './factories/employer.ts'
import { creditProfessionalHours, makeProvenStudent, readStudentYear, recordTestHours } from './factories/proof.ts'
import { makeRosterDesk, toRosterTable } from './factories/roster.ts'
import { makeStaff } from './factories/staff.ts'
import {
  createTestIdNo,
  createTestPerson,
  makeStudent,
  registrationInput,
  type TestStudent,
} from './factories/student.ts'
import { openOfflinePage } from './offline-page.ts'
import { call, deps, must, mustEmployer, mustStaff, sendRawRequest } from './world.ts'

const kept = '马龙·金一'
/** Each differs in several ways; fold-text.test.ts has every character. */
const variants = {
  'as it is': '马龙·金一',
  'radicals of a PDF, another dot, a zero-width space and a stroke': '⻢⻰⋅⾦\u200b㇐',
  'direction marks, a full stop, a Korean keyboard and a no-break space': '\u202a马龙．\uf90a\u00a0一\u202c',
  'spaces, a half-width dot and variation selectors': '马\ufe00 龙 ･ 金\u{e0100}　\ufeff一',
}

type Door = (name: string) => Promise<boolean>
let made: Awaited<ReturnType<typeof makeProvenStudent>>
const doors: Record<string, Door> = {}

beforeAll(async () => {
  made = await makeProvenStudent(kept)
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
  const roster = await makeRosterDesk()
  doors['the list of students'] = async (name) => {
    const { counts } = await roster.checked('STUDENTS', toRosterTable([{ ...student, name }]))
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
    const { alike } = await mustStaff('GET /student_desk/v1/info', { id: other.user.id }, staff.token)
    return alike.some((one) => one.id === student.id && one.alike.includes('NAME'))
  }
  doors['a correction to what it is'] = async (value) => {
    const input = { id: randomUUID(), field: 'NAME' as const, value, reason: '写法' }
    const answer = await call('POST /privacy/v1/correct', input, student.token)
    return 'key' in answer && answer.key === 'privacy.sameAsNow'
  }
})

async function offlineVerifier() {
  const { check, checker } = await openOfflinePage()
  return async (name: string, text: string) => {
    const { verdict, scanned } = check(text)
    expect(verdict).toBe('GENUINE')
    return scanned !== null && checker.nameMatches(name, scanned)
  }
}

/** The employer must also find the name in a second list. */
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
  const found = await mustEmployer('POST /invitation/v1/list', { planId: plan.id, keyword: name }, employer.token)
  const again = await checked()
  return (
    list.some(({ organisationName }) => organisationName === employer.name) &&
    found.total === 1 &&
    again.counts?.SAME === 1
  )
}

async function registered(name: string, change: Record<string, unknown> = {}) {
  return must('POST /student/v1/register', (await registrationInput({ name, ...change })) as never)
}

describe('spellings of one Chinese name', () => {
  it.each(Object.entries(variants))(
    'a name written as %s finds its person wherever a name can be entered',
    async (_kind, name) => {
      const found: Record<string, boolean> = {}
      for (const [door, finds] of Object.entries(doors)) found[door] = await finds(name)
      expect(found).toEqual(Object.fromEntries(Object.keys(doors).map((door) => [door, true])))
      const { token } = await registered(name)
      expect((await must('GET /student/v1/profile', {}, token)).name).toBe(kept)
    },
  )

  it('a different name finds nobody in searches and in proof checks', async () => {
    for (const door of ['the students desk', 'the check of a proof', 'the check without a network'])
      expect(await doors[door]?.('马龙·金二'), door).toBe(false)
  })
})

describe('spellings of a Latin name', () => {
  const foreigner = { idType: 'PASSPORT', name: "JEAN-LUC O'NEIL" }
  it.each(["jean-luc o'neil", 'ＪＥＡＮ－ＬＵＣ　Ｏ＇ＮＥＩＬ', 'Jean‑Luc  O’Neil', "Jean - Luc O'Neil"])(
    'the Latin name %s finds its person',
    async (typed) => {
      const staff = await makeStaff({ permissions: ['student.read'] })
      const { user, token } = await registered(foreigner.name, {
        ...foreigner,
        idNo: `E${createTestPerson().phone.slice(1)}`,
      })
      expect((await must('GET /student/v1/profile', {}, token)).name).toBe(foreigner.name)
      const input = { name: typed, pageSize: '100' } as never
      const { list } = await mustStaff('POST /student_desk/v1/list', input, staff.token)
      expect(list.map(({ id }) => id)).toContain(user.id)
    },
  )

  it('a Latin name with an ID card is refused, with advice to choose another ID type', async () => {
    const person = await registrationInput({ name: 'John Smith' })
    expect(await call('POST /student/v1/register', person as never)).toMatchObject({
      data: { fields: { name: expect.stringContaining('证件类型请选护照') } },
    })
  })
})

describe('spellings of phone and ID numbers', () => {
  const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

  it('students can sign in with a phone or ID number in any spelling', async () => {
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

  it('after registration with a full-width number, the same number cannot register again', async () => {
    const person = await registrationInput()
    const full = ['phone', 'idNo', 'certificateNo'] as const
    const change = Object.fromEntries(full.map((field) => [field, wide(String(person[field]))]))
    await must('POST /student/v1/register', { ...person, ...change } as never)
    const { db } = await deps()
    const row = await db.selectFrom('student').select(full).where('phone', '=', person.phone).executeTakeFirstOrThrow()
    expect(row).toEqual(Object.fromEntries(full.map((field) => [field, person[field]])))
    const again = await registrationInput({ phone: `+86-${person.phone}` })
    expect(await call('POST /student/v1/register', again as never)).toMatchObject({
      key: 'student.phoneTaken',
    })
  })

  it('a foreigner’s ID number has its own ID type, which is printed with it', async () => {
    const body = `9${createTestIdNo().slice(1, 17)}`
    const idNo = [...'0123456789X'].map((check) => body + check).find(idTypeOfNumber) ?? ''
    const named = { idType: 'FOREIGN_PR', idNo: wide(idNo) }
    const asCitizen = await registrationInput({ name: '马克', idNo })
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
    const student = { ...createTestPerson(), ...row, token }
    await creditProfessionalHours(student, plan, 120)
    await recordTestHours(student, plan, 3)
    const proofId = (await readStudentYear(student, plan))?.proofId ?? ''
    const proof = await must('GET /certification_grant/v1/info', { id: proofId }, token)
    expect(proof).toMatchObject({
      name: 'MARC DUPONT',
      idTypeLabel: '外国人永久居留身份证',
      idNoMasked: `${idNo.slice(0, 6)}********${idNo.slice(-4)}`,
    })
    const pdf = await sendRawRequest(
      new URL(proof.pdfUrl, 'http://site').pathname + new URL(proof.pdfUrl, 'http://site').search,
    )
    expect(pdf.status).toBe(200)
    const typed = { code: proof.code, name: 'ｍａｒｃ dupont' }
    expect((await must('GET /certification_grant/v1/verify', typed)).nameMatches).toBe(true)
    const verifier = await offlineVerifier()
    expect(await verifier('Marc  Dupont', proof.offlineUrl)).toBe(true)
  })
})

it('a proof with another name than the account is reissued once, and the old proof gives the reason', async () => {
  const world = await deps()
  const { student, plan, proof } = await makeProvenStudent('李白')
  const { db } = world
  await db.updateTable('student').set({ name: '李百' }).where('id', '=', student.id).execute()
  await db.insertInto('proofReissueDue').values({ studentId: student.id }).execute()
  for (const _ of [1, 2]) await reissueAfterMigration(world)
  const proofId = (await readStudentYear(student, plan))?.proofId ?? ''
  const fresh = await must('GET /certification_grant/v1/info', { id: proofId }, student.token)
  expect([fresh.name, fresh.state, fresh.number === proof.number]).toEqual(['李百', 'ISSUED', false])
  const old = await must('GET /certification_grant/v1/verify', { code: proof.code })
  expect([old.verdict, old.signature]).toEqual(['REPLACED', 'VALID'])
  expect(old.revoked).toMatchObject({
    reason: '姓名或证件的写法更正',
    replacedBy: fresh.number,
  })
  const proofs = await db.selectFrom('proof').select('id').where('studentId', '=', student.id).execute()
  expect(proofs).toHaveLength(2)
})

it('two accounts that have the same ID number after migration are shown as possibly one person', async () => {
  const { db } = await deps()
  const staff = await makeStaff({ permissions: ['student.read'] })
  const [one, other] = await Promise.all([makeStudent({ name: '孙甲' }), makeStudent({ name: '孙乙' })])
  await db.insertInto('sameNumber').values({ studentId: one.id, otherId: other.id }).execute()
  const { alike } = await mustStaff('GET /student_desk/v1/info', { id: one.id }, staff.token)
  expect(alike).toMatchObject([{ id: other.id, alike: ['ID_TAIL'] }])
})
