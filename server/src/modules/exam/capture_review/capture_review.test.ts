import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectCallIsGuarded } from '../../../../test/expect-guarded.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  callSubmitExam,
  makeExam,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
} from '../../../../test/factories/exam.ts'
import { uploadStudentFile, withoutLinkExpiry } from '../../../../test/factories/file.ts'
import { listShownConsequences, makeFlaggedAttempt, voidProposalInput } from '../../../../test/factories/flagged.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { deps, must, mustStaff, passTime, sendRawRequest, staffCall } from '../../../../test/world.ts'
import { deleteExpiredFiles } from '../../file/service/delete-unused.ts'

let first: TestStaff
let second: TestStaff
let stranger: TestStaff

/** A console session ends after 30 idle minutes, which is as long as an exam, so each test hires new reviewers. */
async function hire(): Promise<void> {
  first = await makeStaff({ permissions: ['capture.review'], name: '审核甲' })
  second = await makeStaff({ permissions: ['capture.review'], name: '审核乙' })
  stranger = await makeStaff({ permissions: ['student.read'] })
}

beforeAll(hire)

async function flagged(given?: Parameters<typeof makeFlaggedAttempt>[0]) {
  const exam = await makeFlaggedAttempt(given)
  await hire()
  return exam
}

const info = (attemptId: string, staff = first) => staffCall('GET /capture_review/v1/info', { attemptId }, staff.token)
const propose = (input: object, staff = first) => staffCall('POST /capture_review/v1/propose', input, staff.token)
const decide = async (id: string, decision = 'CONFIRMED', staff = second) =>
  staffCall(
    'POST /capture_review/v1/decide',
    { id, decision, reason: '已对照全部照片', seen: await listShownConsequences(id, first.token) },
    staff.token,
  )
const listed = async (state: 'OPEN' | 'PROPOSED' | 'DONE', year: number) => {
  const asked = { state, year: String(year), pageSize: '100' } as never
  const { list } = await mustStaff('GET /capture_review/v1/list', asked, first.token)
  return list.map(({ id }) => id)
}
const reviewOf = async ({ exam, token }: TestExam) => (await must('GET /exam/v1/info', exam, token)).attempts[0]

async function auditOf(subject: string) {
  const { db } = await deps()
  const query = db.selectFrom('auditLog').select(['action', 'actor']).where('subject', '=', subject)
  return query.orderBy('id').execute()
}

describe('a flagged attempt', () => {
  it('a flagged attempt shows its captures beside the profile photo, with their deletion date', async () => {
    const exam = await flagged()
    const avatarFileId = (await uploadStudentFile(exam.sign.student, 'AVATAR')).id
    await must('POST /student/v1/modify', { avatarFileId }, exam.token)
    expect(await listed('OPEN', exam.sign.plan.year)).toContain(exam.attemptId)
    const { data } = await info(exam.attemptId)
    expect(data).toMatchObject({
      id: exam.attemptId,
      state: 'OPEN',
      passed: true,
      captures: { asked: 2, received: 1, missing: 1 },
      pictures: [
        {
          ...{ no: 1, failure: null, url: expect.stringContaining('/files/'), deletedAt: null },
          camera: expect.stringMatching(/^OBS Virtual Camera!{82}$/),
        },
        { no: 2, camera: null, failure: '摄像头被占用', url: null, deleteDueAt: null },
      ],
      reviews: [],
    })
    const [picture] = data.pictures
    const days = (Date.parse(picture?.deleteDueAt ?? '') - Date.parse(data.startedAt)) / 86_400_000
    expect(Math.round(days)).toBe(180)
    for (const url of [picture?.url, data.photoUrl]) expect((await sendRawRequest(url ?? '')).status).toBe(200)
    expect((await sendRawRequest((picture?.url ?? '').replace(/t=\w+/, 't=0'))).status).toBe(403)
    expect(JSON.stringify(data)).not.toContain(exam.sign.student.idNo)
  })

  it('a flagged attempt shows that its answers came as an offline submission', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { attemptId } = sitting
    const saved = { attemptId, seq: 1, answers: rightAnswersOf(sitting, 1) }
    const { beacon } = await must('POST /exam/v1/save_answer', saved, exam.token)
    await passTime(1860)
    const sealed = { attemptId, seq: 2, answers: rightAnswersOf(sitting), beacon }
    await must('POST /exam/v1/submit_sealed', { ...sealed, sealedAfterMs: 1_790_000 }, exam.token)
    await hire()
    expect(await info(attemptId)).toMatchObject({ data: { submittedBy: 'SEALED', passed: true } })
    const { list } = await mustStaff(
      'GET /capture_review/v1/list',
      { state: 'OPEN', year: String(exam.sign.plan.year), pageSize: '100' } as never,
      first.token,
    )
    expect(list.find(({ id }) => id === attemptId)).toMatchObject({ submittedBy: 'SEALED' })
  })

  it('opening a flagged attempt writes one audit row per view, not per picture', async () => {
    const exam = await flagged()
    await Promise.all([1, 2, 3].map(() => info(exam.attemptId)))
    await propose(voidProposalInput(exam.attemptId))
    await info(exam.attemptId, second)
    expect((await info(exam.attemptId, stranger)).key).toBe('staff.forbidden')
    const { db } = await deps()
    const rows = await db
      .selectFrom('auditLog')
      .select(['actor', 'detail'])
      .where('subject', '=', exam.sign.student.id)
      .where('action', '=', 'capture_review.looked')
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject(
      [first, second].map(({ username: actor }) => ({
        ...{ actor, detail: { attemptId: exam.attemptId } },
      })),
    )
  })

  it('a job deletes the pictures of a flagged attempt when they are due', async () => {
    const exam = await flagged()
    const world = await deps()
    const { url } = (await info(exam.attemptId)).data.pictures[0] ?? {}
    await world.db
      .updateTable('file')
      .set({ deleteDueAt: new Date(0) })
      .where('ownerId', '=', exam.sign.student.id)
      .execute()
    await deleteExpiredFiles(world)
    expect((await info(exam.attemptId)).data.pictures[0]).toMatchObject({
      url: null,
      camera: null,
      deletedAt: expect.any(String),
    })
    expect((await sendRawRequest(url ?? '')).status).toBe(404)
  })

  it('a confirmed void reverses the hours and revokes the proof', async () => {
    const exam = await flagged()
    const before = await professionalTenthsOf(exam)
    expect(before).toBeGreaterThan(0)
    const input = voidProposalInput(exam.attemptId)
    expect(await propose(input)).toMatchObject({
      code: 1,
      data: { state: 'PROPOSED', voided: false },
    })
    expect(await professionalTenthsOf(exam)).toBe(before)
    expect(await decide(input.id)).toMatchObject({
      code: 1,
      data: { state: 'DONE', voided: true, voidReason: input.reason },
    })
    expect(await professionalTenthsOf(exam)).toBe(0)
    expect((await must('GET /exam/v1/info', exam.exam, exam.token)).state).toBe('VOID')
    expect(await auditOf(exam.attemptId)).toEqual([
      { action: 'capture_review.proposed', actor: first.username },
      { action: 'exam.voided', actor: second.username },
      { action: 'capture_review.confirmed', actor: second.username },
    ])
    expect(await listed('DONE', exam.sign.plan.year)).toContain(exam.attemptId)
  })

  it('a confirmed innocent cause clears the flag and keeps the hours', async () => {
    const exam = await flagged()
    const before = await professionalTenthsOf(exam)
    const input = voidProposalInput(exam.attemptId, { proposal: 'KEEP', causes: ['DEVICE', 'LIGHT'] })
    await propose(input)
    expect(await listed('PROPOSED', exam.sign.plan.year)).toContain(exam.attemptId)
    expect((await reviewOf(exam))?.review).toBe(true)
    expect(await decide(input.id)).toMatchObject({ data: { state: 'DONE', voided: false } })
    expect((await reviewOf(exam))?.review).toBe(false)
    expect(await professionalTenthsOf(exam)).toBe(before)
  })
})

describe('two reviewers', () => {
  it('a review needs two people, accepts repeats and allows one open proposal', async () => {
    const exam = await flagged()
    const input = voidProposalInput(exam.attemptId)
    const race = await Promise.all([propose(input), propose(input)])
    expect(withoutLinkExpiry(race[0])).toEqual(withoutLinkExpiry(race[1]))
    expect(await propose({ ...input, reason: '换个理由再说' })).toMatchObject({
      key: 'capture_review.keyUsed',
    })
    expect(await propose(voidProposalInput(exam.attemptId), second)).toMatchObject({
      key: 'capture_review.alreadyProposed',
    })
    expect(await decide(input.id, 'CONFIRMED', first)).toMatchObject({
      key: 'capture_review.secondPerson',
    })
    expect((await reviewOf(exam))?.voided).toBe(false)
    const twice = await Promise.all([decide(input.id), decide(input.id)])
    expect(withoutLinkExpiry(twice[0])).toEqual(withoutLinkExpiry(twice[1]))
    expect(await decide(input.id, 'REJECTED')).toMatchObject({
      key: 'capture_review.decided',
      data: { by: second.name },
    })
    expect(await auditOf(exam.attemptId)).toHaveLength(3)
  })

  it('a rejected review changes nothing and can be proposed again', async () => {
    const exam = await flagged()
    const input = voidProposalInput(exam.attemptId)
    await propose(input)
    expect(await decide(input.id, 'REJECTED')).toMatchObject({
      data: { state: 'OPEN', voided: false },
    })
    const anew = voidProposalInput(exam.attemptId, { proposal: 'KEEP', causes: ['GLASSES'] })
    expect(await propose(anew, second)).toMatchObject({
      data: { reviews: [{ id: anew.id }, { id: input.id }] },
    })
  })

  it('the first reviewer can withdraw an undecided review', async () => {
    const exam = await flagged()
    const input = voidProposalInput(exam.attemptId)
    await propose(input)
    const back = (id: string, staff = first) => staffCall('POST /capture_review/v1/withdraw', { id }, staff.token)
    expect(await back(input.id, second)).toMatchObject({ key: 'capture_review.notProposer' })
    expect(await back(randomUUID())).toMatchObject({ key: 'capture_review.notFound' })
    for (const _ of [1, 2])
      expect(await back(input.id)).toMatchObject({
        data: { state: 'OPEN', reviews: [{ decision: 'WITHDRAWN', decidedBy: first.name }] },
      })
    expect((await auditOf(exam.attemptId)).at(-1)).toMatchObject({
      action: 'capture_review.withdrawn',
    })
    expect(await decide(input.id)).toMatchObject({ key: 'capture_review.decided' })
    expect(await listed('OPEN', exam.sign.plan.year)).toContain(exam.attemptId)
    const anew = voidProposalInput(exam.attemptId)
    await propose(anew, second)
    await decide(anew.id, 'REJECTED', first)
    expect(await back(anew.id, second)).toMatchObject({ key: 'capture_review.decided' })
  })

  it('the page of a review links to the next and the previous review, even after it left the list', async () => {
    // A plan of its own keeps the attempts of other tests out of the list.
    const plan = await makePlan({ courses: [{}] })
    const { year } = plan
    const one = await flagged({ plan })
    const two = await flagged({ plan })
    const ids = [one.attemptId, two.attemptId]
    const beside = (attemptId: string, state = 'OPEN') =>
      mustStaff('GET /capture_review/v1/neighbours', { attemptId, state, year: String(year) } as never, first.token)
    expect(await beside(one.attemptId)).toEqual({ previous: null, next: ids[1], others: 1 })
    expect(await beside(two.attemptId)).toEqual({ previous: ids[0], next: null, others: 1 })
    await propose(voidProposalInput(one.attemptId))
    expect(await beside(one.attemptId)).toEqual({ previous: null, next: ids[1], others: 1 })
    expect(await beside(two.attemptId)).toEqual({ previous: null, next: null, others: 0 })
    expect(await beside(two.attemptId, 'PROPOSED')).toMatchObject({ previous: ids[0] })
    expect(await beside(randomUUID())).toMatchObject({ previous: null, next: null })
  })

  it('refuses to void a flagged attempt and also name an innocent cause, in the database too', async () => {
    const exam = await flagged()
    expect(await propose(voidProposalInput(exam.attemptId, { causes: ['MASK'] }))).toMatchObject({
      key: 'common.invalid',
      data: { fields: { causes: expect.stringContaining('过错') } },
    })
    const { db } = await deps()
    const row = { ...voidProposalInput(exam.attemptId), proposedBy: first.id, causes: ['MASK'] }
    await expect(db.insertInto('captureReview').values(row).execute()).rejects.toThrow()
    expect((await info(exam.attemptId)).data.reviews).toEqual([])
  })
})

describe('capture review calls', () => {
  const attemptId = randomUUID()
  const calls = [
    ['GET /capture_review/v1/list', { state: 'OPEN' }, { state: 'ALL' }, 'state'],
    ['GET /capture_review/v1/info', { attemptId }, { attemptId: '1' }, 'attemptId'],
    [
      'POST /capture_review/v1/propose',
      voidProposalInput(attemptId),
      voidProposalInput(attemptId, { reason: '' }),
      'reason',
    ],
    [
      'POST /capture_review/v1/decide',
      { id: attemptId, decision: 'CONFIRMED', reason: '同意' },
      { id: attemptId, decision: 'MAYBE', reason: '同意' },
      'decision',
    ],
    ['GET /capture_review/v1/neighbours', { attemptId, state: 'OPEN' }, { attemptId, state: 'ALL' }, 'state'],
    ['POST /capture_review/v1/withdraw', { id: attemptId }, { id: '1' }, 'id'],
  ] as const

  it.each(calls)('%s refuses calls without sign-in, permission or valid input', async (...one) =>
    expectCallIsGuarded(first, one),
  )

  it('the capture review finds only submitted and flagged attempts', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 0 } })
    const sitting = await startTestAttempt(exam, 'MANUAL')
    for (const id of [sitting.attemptId, randomUUID()]) {
      expect(await info(id)).toMatchObject({ key: 'capture_review.notFound' })
      expect(await propose(voidProposalInput(id))).toMatchObject({ key: 'capture_review.notFound' })
    }
    await callSubmitExam(exam.token, sitting.attemptId, 1, {})
    expect(await info(sitting.attemptId)).toMatchObject({ key: 'capture_review.notFound' })
    const obstacles = await must('GET /privacy/v1/closing', {}, exam.token)
    expect(JSON.stringify(obstacles)).not.toContain('正在核查')
    const next = await startTestAttempt(exam, 'MANUAL')
    await callSubmitExam(exam.token, next.attemptId, 1, rightAnswersOf(next))
    expect(await info(next.attemptId)).toMatchObject({
      code: 1,
      data: { mode: 'MANUAL', pictures: [], phoneMasked: null },
    })
    // The phone number is shown only to staff who may read students.
    const may = await makeStaff({ permissions: ['capture.review', 'student.read'] })
    const { data } = await info(next.attemptId, may)
    expect(data.phoneMasked).toMatch(/^1\d{2}\*{4}\d{4}$/)
    expect(JSON.stringify(data)).not.toContain(exam.sign.student.phone)
  })
})
