import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import {
  callStartExam,
  callSubmitExam,
  decideTestAttempt,
  getExamInfo,
  listDecisionConsequences,
  listExamMessages,
  makeExam,
  makeExamDecider,
  professionalTenthsOf,
  rightAnswersOf,
  type StartedAttempt,
  startTestAttempt,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { makeMergeTestDesk, mergeInput } from '../../../test/factories/merge.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { runWholeCheck } from '../../../test/whole-check.ts'
import { deps, must, mustStaff, passTime, staffCall } from '../../../test/world.ts'
import { checkLedger } from '../credits/hours/service/verify.ts'
import { submitOverdueAttempts } from './service/finish.ts'
import { regradePapers } from './service/regrade-papers.ts'

/** Number of students in each race; they all act at the same moment. */
const rounds = 2
/** Each paper has 15 questions of 5 points; 8 pass and complete the year. */
const examRules = { singleCount: 15, multipleCount: 0, judgeCount: 0, pointsEach: 5, passMark: 40 }
const far = { signEndAt: new Date('2160-01-01'), studyEndAt: new Date('2160-01-01') }
const makeYear = () => makePlan({ requiredProfessional: 60, courses: [examRules], ...far })

let staff = await Promise.all([makeExamDecider(), makeExamDecider(), makeExamDecider()])
const tokenOf = (index: number) => () => staff[index]?.token ?? ''
const [first, second, third] = [tokenOf(0), tokenOf(1), tokenOf(2)]

interface Sat extends TestExam {
  attemptId: string
}

const each = <Result>(work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: rounds }, (_, index) => work(index)))

/** The first question of the plan is answered right only when all 15 are. */
async function makeSat(plan: TestPlan, right: number): Promise<Sat> {
  const exam = await makeExam({ plan })
  return { ...exam, attemptId: await handIn(exam, await startTestAttempt(exam), right) }
}

async function handIn({ token }: TestExam, sitting: StartedAttempt, right: number): Promise<string> {
  const own = await questionOf(sitting)
  const others = sitting.questions.filter(({ id }) => id !== own)
  const questions = right === 15 ? sitting.questions : others.slice(0, right)
  const answers = rightAnswersOf({ ...sitting, questions })
  expect(await callSubmitExam(token, sitting.attemptId, 1, answers)).toMatchObject({ code: 1 })
  return sitting.attemptId
}

async function questionOf({ questions }: StartedAttempt): Promise<string> {
  const { db } = await deps()
  const row = db
    .selectFrom('question')
    .select('id')
    .where(
      'id',
      'in',
      questions.map(({ id }) => id),
    )
  return (await row.orderBy('no').executeTakeFirstOrThrow()).id
}

async function questionOfPlan(plan: TestPlan): Promise<string> {
  const { db } = await deps()
  const courseId = plan.courses[0]?.courseId ?? ''
  const row = db.selectFrom('question').select('id').where('courseId', '=', courseId)
  return (await row.where('type', '=', 'SINGLE').orderBy('no').executeTakeFirstOrThrow()).id
}

type Kind = 'VOID' | 'RESTORE'

async function ask(attemptId: string, kind: Kind): Promise<string> {
  const id = randomUUID()
  await mustStaff('POST /exam/v1/ask', { id, attemptId, kind, reason: '经核实' }, first())
  return id
}

async function agree(attemptId: string, kind: Kind, id: string, token = second()) {
  let answer: Awaited<ReturnType<typeof staffCall>> | undefined
  for (let turn = 0; turn < 3; turn += 1) {
    const seen = await listDecisionConsequences(attemptId, kind, token)
    answer = await staffCall('POST /exam/v1/decide', { id, approve: true, seen }, token)
    if (answer.key !== 'exam.consequencesChanged') break
  }
  return answer
}

/** Disables the question and gives its points to all. @returns id of the regrade */
async function decideForAll(questionId: string): Promise<string> {
  const { db } = await deps()
  await db.updateTable('question').set({ enabled: false }).where('id', '=', questionId).execute()
  const said = { questionId, kind: 'ALL' as const }
  const { preview } = await mustStaff('POST /exam/v1/preview_regrade', said, first())
  const id = randomUUID()
  const input = { id, ...said, reason: '该题超出大纲', preview }
  await mustStaff('POST /exam/v1/propose_regrade', input, first())
  await mustStaff('POST /exam/v1/decide_regrade', { id, approve: true }, second())
  return id
}

/** Expects that ledger, proof and result of the year agree. */
async function requireWhole(exam: TestExam, hours: 0 | 60): Promise<void> {
  const { db } = await deps()
  const { id: studentId } = exam.sign.student
  expect(await professionalTenthsOf(exam)).toBe(hours)
  const valid = db.selectFrom('proof').select('id').where('studentId', '=', studentId)
  expect(await valid.where('revokedAt', 'is', null).execute()).toHaveLength(hours === 60 ? 1 : 0)
  const passes = (await getExamInfo(exam)).attempts.filter(({ passed, voided }) => passed && !voided)
  expect(passes.length > 0).toBe(hours === 60)
}

const job = async () => regradePapers(await deps())

describe('races of decisions, regrades and merges', () => {
  it('when a restore and the next start run at the same moment, only one succeeds', async () => {
    const plan = await makeYear()
    await each(async () => {
      const exam = await makeSat(plan, 8)
      await decideTestAttempt(exam.attemptId, 'VOID')
      const id = await ask(exam.attemptId, 'RESTORE')
      const { consent } = await must('GET /exam/v1/info', exam.exam, exam.token)
      const { version } = consent
      await must('POST /exam/v1/consent', { ...exam.exam, mode: 'CAMERA', version }, exam.token)
      const [restored, begun] = await Promise.all([agree(exam.attemptId, 'RESTORE', id), callStartExam(exam)])
      expect([restored?.code, begun.code].filter((code) => code === 1)).toHaveLength(1)
      if (begun.code === 1) expect(restored).toMatchObject({ key: 'exam.restoreBlocked' })
      await requireWhole(exam, begun.code === 1 ? 0 : 60)
    })
  })

  it('two simultaneous restores of one attempt take effect once', async () => {
    const plan = await makeYear()
    await each(async () => {
      const exam = await makeSat(plan, 8)
      await decideTestAttempt(exam.attemptId, 'VOID')
      const id = await ask(exam.attemptId, 'RESTORE')
      const answers = await Promise.all([
        agree(exam.attemptId, 'RESTORE', id, second()),
        agree(exam.attemptId, 'RESTORE', id, third()),
      ])
      for (const answer of answers) expect(answer).toMatchObject({ code: 1, data: { state: 'DONE' } })
      expect((await listExamMessages(exam)).filter((text) => text.startsWith('考试作废已撤销'))).toHaveLength(1)
      await requireWhole(exam, 60)
    })
  })

  it('a simultaneous restore and regrade credit the hours of the passed attempt once', async () => {
    const plan = await makeYear()
    const exams = await each(async () => {
      const exam = await makeSat(plan, 7)
      await decideTestAttempt(exam.attemptId, 'VOID')
      return { ...exam, id: await ask(exam.attemptId, 'RESTORE') }
    })
    await decideForAll(await questionOfPlan(plan))
    const undo = exams.map(({ attemptId, id }) => agree(attemptId, 'RESTORE', id))
    await Promise.all([job(), ...undo, job()])
    await job()
    for (const answer of await Promise.all(undo)) expect(answer).toMatchObject({ code: 1 })
    for (const exam of exams) await requireWhole(exam, 60)
  })

  it('a void and a regrade together leave no result and no hours', async () => {
    const plan = await makeYear()
    const exams = await each(async () => {
      const exam = await makeSat(plan, 7)
      return { ...exam, id: await ask(exam.attemptId, 'VOID') }
    })
    await decideForAll(await questionOfPlan(plan))
    const voids = exams.map(({ attemptId, id }) => agree(attemptId, 'VOID', id))
    await Promise.all([job(), ...voids, job()])
    await job()
    for (const answer of await Promise.all(voids)) expect(answer).toMatchObject({ code: 1 })
    for (const exam of exams) {
      await requireWhole(exam, 0)
      expect((await getExamInfo(exam)).attempts).toMatchObject([{ voided: true, score: 40 }])
    }
  })

  it('simultaneous regrades of one question leave one decision and one row per paper', async () => {
    const plan = await makeYear()
    const exams = await each(() => makeSat(plan, 7))
    const questionId = await questionOfPlan(plan)
    const { db } = await deps()
    await db.updateTable('question').set({ enabled: false }).where('id', '=', questionId).execute()
    const said = { questionId, kind: 'ALL' as const, reason: '该题超出大纲' }
    const { preview } = await mustStaff('POST /exam/v1/preview_regrade', said, first())
    const proposed = await Promise.all(
      [first(), second(), third()].map((token) =>
        staffCall('POST /exam/v1/propose_regrade', { ...said, id: randomUUID(), preview }, token),
      ),
    )
    const [taken, ...others] = proposed.toSorted((a, b) => Number(b.code === 1) - Number(a.code === 1))
    expect(taken).toMatchObject({ code: 1 })
    for (const other of others) expect(other).toMatchObject({ key: 'exam.regradeWaiting' })
    const id = taken?.data?.id ?? ''
    const decisions = await Promise.all(
      [first(), second(), third()].map((token) =>
        staffCall('POST /exam/v1/decide_regrade', { id, approve: true }, token),
      ),
    )
    expect(decisions.filter(({ key }) => key === 'exam.secondPerson')).toHaveLength(1)
    expect(decisions.filter(({ code }) => code === 1)).toHaveLength(2)
    await Promise.all([job(), job(), job()])
    const rows = await db
      .selectFrom('examRegradePaper')
      .select(['paperId', 'outcome'])
      .where('regradeId', '=', id)
      .execute()
    expect(rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'PASS_GAINED'))
    expect(rows.map(({ paperId }) => paperId).sort()).toEqual(exams.map(({ attemptId }) => attemptId).sort())
    for (const exam of exams) await requireWhole(exam, 60)
  })

  it('a question edited during a regrade decision stays listed, or the decision is refused', async () => {
    const editor = await makeStaff({ permissions: ['question.read', 'question.edit'] })
    await each(async (index) => {
      const plan = await makeYear()
      await makeSat(plan, 7)
      const questionId = await questionOfPlan(plan)
      const edit = async (right: string) => {
        const found = await mustStaff('GET /question/v1/info', { id: questionId }, editor.token)
        const { id, courseId, version, content } = found
        const options = content.options.map(({ text }) => ({ text, right: text === right }))
        const changed = { ...content, explanation: '见教材。', options }
        const input = { id, courseId, version, content: changed }
        return mustStaff('POST /question/v1/save', input, editor.token)
      }
      await edit('错一')
      const said = { questionId, kind: 'KEY' as const }
      const { preview } = await mustStaff('POST /exam/v1/preview_regrade', said, first())
      const id = randomUUID()
      const input = { id, ...said, reason: '标准答案有误', preview }
      await mustStaff('POST /exam/v1/propose_regrade', input, first())
      const decide = () => staffCall('POST /exam/v1/decide_regrade', { id, approve: true }, second())
      const [answer] = await Promise.all(index % 2 === 0 ? [decide(), edit('错二')] : [edit('错二').then(decide), null])
      if (answer?.code !== 1) expect(answer).toMatchObject({ key: 'exam.regradeChanged' })
      const { list } = await mustStaff('GET /exam/v1/changed_questions', {}, first())
      expect(list.map((changed) => changed.questionId)).toContain(questionId)
    })
  })

  it('a merge and a regrade job wait for each other, and the surviving account has the hours', async () => {
    const plan = await makeYear()
    const desk = await makeMergeTestDesk()
    const pairs = await each(async () => {
      const [kept, exam] = [await makeStudent(), await makeSat(plan, 7)]
      const merge = mergeInput(kept, exam.sign.student)
      await desk.propose(merge)
      return { kept, exam, merge }
    })
    await decideForAll(await questionOfPlan(plan))
    const merges = pairs.map(({ merge }) => desk.decide(merge.id))
    await Promise.all([job(), ...merges])
    await job()
    for (const answer of await Promise.all(merges)) expect(answer).toMatchObject({ data: { state: 'DONE' } })
    for (const { kept } of pairs) {
      const { list } = await must('GET /certification_grant/v1/query', {}, kept.token)
      expect(list.find(({ year }) => year === plan.year)).toMatchObject({
        earned: { professional: 6 },
        proofId: expect.any(String),
      })
    }
  })

  it('after all races the hash chains of the ledgers are intact', async () => {
    const { db } = await deps()
    expect((await runWholeCheck(checkLedger, { db })).faults).toEqual([])
  })
})

it('an offline submission that arrives after a regrade is marked by it', async () => {
  const plan = await makeYear()
  const exam = await makeExam({ plan })
  const { beacon, ...sitting } = await startTestAttempt(exam)
  await passTime(1815)
  const all = await deps()
  await submitOverdueAttempts(all)
  staff = await Promise.all([makeExamDecider(), makeExamDecider(), makeExamDecider()])
  const own = await questionOfPlan(plan)
  await decideForAll(own)
  await job()
  const questions = sitting.questions.filter(({ id }) => id !== own).slice(0, 7)
  const answers = rightAnswersOf({ beacon, ...sitting, questions })
  const { attemptId } = sitting
  const sealed = { attemptId, seq: 1, answers, beacon, sealedAfterMs: 1000 }
  expect(await must('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
    ...{ score: 40, passed: true },
  })
  await requireWhole(exam, 60)
})
