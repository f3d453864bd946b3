import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { listAuditActionsOf, listAuditRowsOf } from '../../../../test/audit.ts'
import { closeTestAccount } from '../../../../test/factories/closing.ts'
import { uploadStaffFile } from '../../../../test/factories/file.ts'
import { makeTestFont, testOutlineOf } from '../../../../test/factories/font.ts'
import {
  creditProfessionalHours,
  makePlanWithFewHours,
  makeProvenStudent,
  readStudentYear,
  recordTestHours,
} from '../../../../test/factories/proof.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, registrationInput, type TestStudent } from '../../../../test/factories/student.ts'
import { readPdfText } from '../../../../test/pdf-text.ts'
import { deps, must, mustStaff, passTime, sendRawRequest, staffCall, world } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { createPublicFileUrl } from '../../../platform/files/links.ts'
import { faultLog } from '../../../platform/observability/log.ts'
import { listCharactersWithoutFont } from '../../../platform/print/fonts.ts'
import { reverseCreditedHours } from '../../credits/certification_grant/service/credit.ts'
import { examineOldProofs, issueWaitingProofs } from '../../credits/certification_grant/service/waiting.ts'
import { renderLetters } from './service/letters.ts'
import { listFontsWithLetters } from './store.ts'

let clerk: TestStaff
beforeAll(async () => {
  clerk = await makeStaff({
    permissions: ['proof.font', 'proof.decide', 'proof.read', 'proof.print', 'student.edit'],
  })
})

let next = 0x31365 + randomInt(0x100) * 8
function newLetter(): string {
  const letter = String.fromCodePoint(next++)
  return listCharactersWithoutFont(letter).length > 0 ? letter : newLetter()
}
const codeOf = (letter: string) => letter.codePointAt(0) ?? 0

async function complete(name: string) {
  const [student, plan] = await Promise.all([makeStudent({ name }), makePlanWithFewHours()])
  await creditProfessionalHours(student, plan, 120)
  await recordTestHours(student, plan, 3)
  return { student, plan, year: () => readStudentYear(student, plan) }
}

async function uploaded(letters: readonly string[], more: object = {}, staff = clerk) {
  const content = makeTestFont({ letters: letters.map(codeOf), ...more })
  return (await uploadStaffFile(staff.token, { purpose: 'FONT', name: '补字.ttf', content })).id
}

const note = '方正公司授权，可嵌入'
async function added(letters: readonly string[], more: object = {}) {
  const wish = { id: randomUUID(), fileId: await uploaded(letters, more), note }
  return mustStaff('POST /print_font/v1/add', wish, clerk.token)
}

const runJob = async () => issueWaitingProofs(await deps())

async function pdfOf({ token }: TestStudent, id: string | null | undefined) {
  const { pdfUrl } = await must('GET /certification_grant/v1/info', { id: id ?? '' }, token)
  return Buffer.from(await (await sendRawRequest(pdfUrl)).arrayBuffer())
}

const wantedOf = async (letter: string) => {
  const { list } = await mustStaff('GET /print_font/v1/letters', {}, clerk.token)
  return list.find((one) => one.letter === letter)
}

describe('proofs with characters that no font has', () => {
  it('a proof with an unprintable character is not issued, the student is told once, and staff see why', async () => {
    const letter = newLetter()
    const { student, plan, year } = await complete(`王${letter}明`)
    await creditProfessionalHours(student, plan, 10)
    await runJob()
    expect(await year()).toMatchObject({
      state: 'INCOMPLETE',
      proofId: null,
      missing: { professional: 0, public: 0 },
      waiting: { missing: [{ field: 'NAME', letters: letter }] },
    })
    const { list } = await must('GET /message/v1/list', {}, student.token)
    const told = list.filter(({ kind }) => kind === 'PROOF')
    expect(told.map(({ title, body }) => [title, body])).toEqual([
      [
        `${plan.year} 年度学时证明等待补充字体`,
        `您的姓名中的“${letter}”字，打印字体里还没有。学时已达到要求，证明将在工作人员补充字体后自动发放，您不用再做什么。`,
      ],
    ])
    const codePoint = `U+${codeOf(letter).toString(16).toUpperCase()}`
    expect(await wantedOf(letter)).toMatchObject({
      ...{ codePoint, people: 1, waiting: 1, unprintable: 0, isComing: false },
      since: expect.stringMatching(/^\d{4}-/),
    })
    const todo = await mustStaff('GET /todo/v1/list', {}, clerk.token)
    expect(todo.list.find(({ queue }) => queue === 'PROOF_FONT')?.count).toBeGreaterThan(0)
  })

  it('a waiting proof is issued once staff add a font, with the character in image and text', async () => {
    const letter = newLetter()
    const name = `王${letter}明`
    const { student, year } = await complete(name)
    const fileId = await uploaded([letter])
    const checked = await mustStaff('POST /print_font/v1/check', { fileId }, clerk.token)
    expect(checked).toMatchObject({ name: 'Test Letters', more: 1 })
    expect(checked.drawn).toEqual([
      expect.objectContaining({ letter, advance: 1000, outline: testOutlineOf(codeOf(letter)) }),
    ])
    expect((await year())?.waiting).not.toBeNull()
    const id = randomUUID()
    const wish = { id, fileId, note }
    const font = await mustStaff('POST /print_font/v1/add', wish, clerk.token)
    expect(font).toMatchObject({ drawn: 1, used: 0, addedBy: expect.any(String), note })
    expect(await mustStaff('POST /print_font/v1/add', wish, clerk.token)).toEqual(font)
    expect(await listAuditActionsOf(id)).toEqual(['print_font.added'])
    await Promise.all([runJob(), runJob()])
    const issued = await year()
    expect(issued).toMatchObject({ state: 'ISSUED', waiting: null })
    for (const _process of world().origins)
      expect(readPdfText(await pdfOf(student, issued?.proofId))).toContain(`姓名${name}`)
    expect(await wantedOf(letter)).toBeUndefined()
    const { list } = await must('GET /message/v1/list', {}, student.token)
    expect(list.filter(({ kind }) => kind === 'PROOF')).toHaveLength(2)
    const verified = await must('GET /certification_grant/v1/info', { id: issued?.proofId ?? '' }, student.token)
    expect(verified).toMatchObject({ name, unprintable: '' })
  })

  it('a proof waits while any character of name, employer or course is missing', async () => {
    const [first, second] = [newLetter(), newLetter()]
    const { student, year } = await complete(`王${first}`)
    await must('POST /student/v1/modify', { employer: `${second}记大药房💊` }, student.token)
    await runJob()
    expect((await year())?.waiting?.missing).toEqual([
      { field: 'NAME', letters: first },
      { field: 'EMPLOYER', letters: second },
    ])
    await added([first])
    await runJob()
    expect((await year())?.waiting?.missing).toEqual([{ field: 'EMPLOYER', letters: second }])
    await added([second])
    await runJob()
    const { state, proofId } = (await year()) ?? {}
    expect(state).toBe('ISSUED')
    const proof = await must('GET /certification_grant/v1/info', { id: proofId ?? '' }, student.token)
    expect(proof.employer).toBe(`${second}记大药房`)
    expect(readPdfText(await pdfOf(student, proofId))).toContain(`执业单位${second}记大药房`)
  })

  it('a corrected name lets a waiting proof be issued without a new font', async () => {
    const { student, year } = await complete(`王${newLetter()}`)
    const { data } = await staffCall(
      'POST /student_desk/v1/correct',
      { id: student.id, name: '王明', reason: '本人申请' },
      clerk.token,
    )
    expect(data).toEqual({ reissued: [], unprintable: '' })
    await runJob()
    expect(await year()).toMatchObject({ state: 'ISSUED', waiting: null })
  })

  it('a proof revoked by a correction is replaced once the new name can be printed', async () => {
    const letter = newLetter()
    const { student, plan, proof } = await makeProvenStudent()
    const wish = { id: student.id, name: `张${letter}`, reason: '身份证所载' }
    const done = await mustStaff('POST /student_desk/v1/correct', wish, clerk.token)
    expect(done).toEqual({ reissued: [], unprintable: letter })
    expect(await readStudentYear(student, plan)).toMatchObject({
      state: 'REVOKED',
      proofId: proof.id,
      waiting: { missing: [{ field: 'NAME', letters: letter }] },
    })
    await added([letter])
    await runJob()
    expect(await readStudentYear(student, plan)).toMatchObject({ state: 'ISSUED', waiting: null })
  })

  it('staff cannot reissue a proof with an unprintable character, and the old proof stays valid', async () => {
    const letter = newLetter()
    const { student, plan, proof } = await makeProvenStudent()
    const { db } = await deps()
    await db
      .updateTable('student')
      .set({ employer: `${letter}店` })
      .where('id', '=', student.id)
      .execute()
    const wish = { id: proof.id, reason: '更换单位' }
    expect(await staffCall('POST /certification_grant/v1/reissue', wish, clerk.token)).toMatchObject({
      key: 'grant.cannotPrint',
      msg: expect.stringContaining(`“${letter}”`),
    })
    expect(await readStudentYear(student, plan)).toMatchObject({ state: 'ISSUED', waiting: null })
  })

  it('a proof stops waiting after a reversal of its hours or closing of the account', async () => {
    const [student, plan] = [await makeStudent({ name: `王${newLetter()}` }), await makePlanWithFewHours()]
    const { sourceId } = await creditProfessionalHours(student, plan, 120)
    await recordTestHours(student, plan, 3)
    const { student: other } = await complete(`王${newLetter()}`)
    const world = await deps()
    const taken = { studentId: student.id, year: plan.year, source: 'COURSE', sourceId } as const
    await inTransaction(world.db, (tx) =>
      reverseCreditedHours(tx, world, { ...taken, actor: 'test', reason: '考试作废' }),
    )
    await closeTestAccount(other)
    await runJob()
    expect(await readStudentYear(student, plan)).toMatchObject({ state: 'INCOMPLETE', waiting: null })
    const left = world.db
      .selectFrom('proofWaiting')
      .select('studentId')
      .where('studentId', 'in', [student.id, other.id])
    expect(await left.execute()).toEqual([])
  })
})

describe('unprintable characters of a new name', () => {
  it('registration reports unprintable characters, and a font that has them renders them', async () => {
    const [letter, later] = [newLetter(), newLetter()]
    await added([later])
    const input = await registrationInput({ name: `王${letter}` })
    const { token } = await must('POST /student/v1/register', input as never)
    const profile = await must('GET /student/v1/profile', {}, token)
    expect(profile.unprintable).toEqual({ name: letter, employer: '' })
    expect(await wantedOf(letter)).toMatchObject({ people: 1, waiting: 0, since: null })
    const { student, year } = await complete(`王${later}`)
    expect((await must('GET /student/v1/profile', {}, student.token)).unprintable.name).toBe('')
    expect(await wantedOf(later)).toMatchObject({ isComing: true, waiting: 1 })
    await renderLetters(await deps())
    await runJob()
    expect(await year()).toMatchObject({ state: 'ISSUED' })
  })
})

describe('rendering of letters', () => {
  it('each font is asked for its own letters, so that one that cannot be read holds up no others', async () => {
    const [letter, other] = [newLetter(), newLetter()]
    const fonts = [await added([letter]), await added([other])]
    const { db } = await deps()
    const asked = { codePoints: [letter, other].map(codeOf), most: 1 }
    const found = await listFontsWithLetters(db, 'print_font.drawLetters', asked)
    expect(found.map(({ id, wanted }) => [id, wanted])).toEqual([
      [fonts[0]?.id, [codeOf(letter)]],
      [fonts[1]?.id, [codeOf(other)]],
    ])
  })

  it('a stop of the process leaves waiting proofs and letters for the next run', async () => {
    const letter = newLetter()
    await added([letter])
    const { year } = await complete(`王${letter}`)
    await expect(renderLetters(await deps(), AbortSignal.abort())).rejects.toThrow('abort')
    await renderLetters(await deps())
    await expect(issueWaitingProofs(await deps(), AbortSignal.abort())).rejects.toThrow('abort')
    expect(await year()).toMatchObject({ state: 'INCOMPLETE' })
    await runJob()
    expect(await year()).toMatchObject({ state: 'ISSUED' })
  })
})

describe('font upload', () => {
  it('an unusable font is refused with advice and not stored', async () => {
    const forbidden = await uploaded([newLetter()], { fsType: 2 })
    const check = (fileId: string, staff = clerk) => staffCall('POST /print_font/v1/check', { fileId }, staff.token)
    expect(await check(forbidden)).toMatchObject({
      key: 'print_font.unusable',
      msg: '这个字体不能用：这个字体的许可不允许嵌入文件，请换一个允许嵌入的字体',
    })
    expect(await check(await uploaded(['王', '明']))).toMatchObject({
      key: 'print_font.nothingNew',
    })
    const colleague = await makeStaff({ permissions: ['proof.font'] })
    const own = await uploaded([newLetter()])
    expect(await check(own, colleague)).toMatchObject({ key: 'print_font.noFile' })
    expect(await check(randomUUID())).toMatchObject({ key: 'print_font.noFile' })
    const wish = { id: randomUUID(), fileId: forbidden, note }
    expect(await staffCall('POST /print_font/v1/add', wish, clerk.token)).toMatchObject({
      key: 'print_font.unusable',
    })
    const { list } = await mustStaff('GET /print_font/v1/fonts', {}, clerk.token)
    expect(list.some(({ id }) => id === wish.id)).toBe(false)
    await expect(
      uploadStaffFile(clerk.token, { purpose: 'FONT', name: '字.ttf', content: Buffer.from('no font') }),
    ).rejects.toThrow()
    const font = await added([newLetter()])
    const again = { id: font.id, fileId: own, note }
    expect(await staffCall('POST /print_font/v1/add', again, clerk.token)).toMatchObject({
      key: 'print_font.keyUsed',
    })
  })

  it('a new font never replaces a character that is already rendered', async () => {
    const letter = newLetter()
    const { student, year } = await complete(`王${letter}`)
    const first = await added([letter])
    await runJob()
    const before = await pdfOf(student, (await year())?.proofId)
    const second = await added([letter, newLetter()])
    expect([first.drawn, second.drawn]).toEqual([1, 0])
    const { db } = await deps()
    const change = db.updateTable('printLetter').set({ outline: 'M0 0L1 1L2 0Z' })
    await expect(change.where('codePoint', '=', codeOf(letter)).execute()).rejects.toThrow(
      'a letter that proofs print is not changed',
    )
    expect(readPdfText(await pdfOf(student, (await year())?.proofId))).toBe(readPdfText(before))
  })

  it('removing a font keeps characters on issued proofs and deletes its other characters', async () => {
    const [used, unused] = [newLetter(), newLetter()]
    const { student, year } = await complete(`王${used}`)
    await makeStudent({ name: `王${unused}` })
    const { id, drawn } = await added([used, unused])
    expect(drawn).toBe(2)
    await runJob()
    const wish = { id, reason: '授权到期' }
    const removed = await mustStaff('POST /print_font/v1/remove', wish, clerk.token)
    expect(removed).toMatchObject({ drawn: 1, used: 1, removeReason: '授权到期' })
    expect(await mustStaff('POST /print_font/v1/remove', wish, clerk.token)).toEqual(removed)
    expect(await staffCall('POST /print_font/v1/remove', { ...wish, reason: '其他' }, clerk.token)).toMatchObject({
      key: 'print_font.removed',
    })
    const rows = await listAuditRowsOf(id)
    expect(rows.map(({ action }) => action)).toEqual(['print_font.added', 'print_font.removed'])
    expect(readPdfText(await pdfOf(student, (await year())?.proofId))).toContain(used)
    expect(await wantedOf(unused)).toMatchObject({ people: 1, isComing: false })
    const { letters } = await mustStaff('GET /print_font/v1/font', { id }, clerk.token)
    expect(letters.map(({ letter }) => letter)).toEqual([used])
    expect(await staffCall('GET /print_font/v1/font', { id: randomUUID() }, clerk.token)).toMatchObject({
      key: 'print_font.notFound',
    })
  })
})

describe('proofs from before the check for unprintable characters', () => {
  it('an old proof with an unprintable character is listed, and printed as signed once a font has it', async () => {
    const letter = newLetter()
    const { student, plan, proof } = await makeProvenStudent('李可')
    const { db } = await deps()
    const snapshot = JSON.stringify({ ...proof, name: `李${letter}` })
    await db.updateTable('proof').set({ snapshot, printable: null }).where('id', '=', proof.id).execute()
    const info = () => must('GET /certification_grant/v1/info', { id: proof.id }, student.token)
    expect((await info()).unprintable).toBe(letter)
    expect((await sendRawRequest((await info()).pdfUrl)).status).not.toBe(500)
    expect(await (await sendRawRequest((await info()).pdfUrl)).json()).toMatchObject({
      data: { key: 'grant.cannotPrint' },
    })
    await makeProvenStudent('赵乙', plan)
    const id = randomUUID()
    const wish = { id, year: plan.year, reason: '集中领取' }
    expect(await mustStaff('POST /certification_grant/v1/print', wish, clerk.token)).toMatchObject({
      total: 1,
      unprintable: [student.certificateNo],
    })
    await examineOldProofs(await deps())
    expect(await wantedOf(letter)).toMatchObject({ unprintable: 1, waiting: 0 })
    await added([letter])
    await examineOldProofs(await deps())
    expect(readPdfText(await pdfOf(student, proof.id))).toContain(`姓名李${letter}`)
    expect(await wantedOf(letter)).toBeUndefined()
  })

  it('a proof that cannot be read leaves the others to be examined', async () => {
    const letter = newLetter()
    const { plan, proof: damaged } = await makeProvenStudent()
    const { proof } = await makeProvenStudent('李可', plan)
    const { db } = await deps()
    const set = (id: string, snapshot: object) =>
      db
        .updateTable('proof')
        .set({ snapshot: JSON.stringify(snapshot), printable: null })
        .where('id', '=', id)
        .execute()
    await set(damaged.id, { ...damaged, name: null })
    await set(proof.id, { ...proof, name: `李${letter}` })
    const log = vi.spyOn(faultLog, 'error').mockImplementation(() => undefined)
    await examineOldProofs(await deps())
    expect(log.mock.calls.map(([, what]) => what)).toEqual([`certification_grant.examineOldProofs ${damaged.id}`])
    log.mockRestore()
    expect(await wantedOf(letter)).toMatchObject({ unprintable: 1 })
    await set(damaged.id, damaged)
    await passTime(60)
    await examineOldProofs(await deps())
    const row = db.selectFrom('proof').select('printable').where('id', '=', damaged.id)
    expect(await row.executeTakeFirst()).toEqual({ printable: true })
  })

  it('a revocation reason is printed with substitutes for unprintable characters', async () => {
    const { student, proof } = await makeProvenStudent()
    const wish = { id: proof.id, reason: `与${newLetter()}某重复😀` }
    await mustStaff('POST /certification_grant/v1/revoke', wish, clerk.token)
    const text = readPdfText(await pdfOf(student, proof.id))
    expect(text).toContain('撤销：与〓某重复')
    expect(text.at(-1)).not.toBe('😀')
  })
})

it('nobody can download a font', async () => {
  const fileId = await uploaded([newLetter()])
  expect((await sendRawRequest(createPublicFileUrl(fileId))).status).toBe(404)
})
