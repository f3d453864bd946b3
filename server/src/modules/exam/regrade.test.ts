import { randomUUID } from 'node:crypto'
import type { StaffCalls } from '@ce/contract'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import {
  callSubmitExam,
  decideTestAttempt,
  examSummaryOf,
  getExamInfo,
  listExamMessages,
  makeExam,
  makeExamDecider,
  professionalTenthsOf,
  type StartedAttempt,
  startTestAttempt,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { readSheetTexts } from '../../../test/factories/sheet.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { call, deps, mustStaff, passTime, staffCall } from '../../../test/world.ts'
import { faultLog } from '../../platform/observability/log.ts'
import { addAttemptsToStatistics } from '../catalogue/question/service/statistics.ts'
import { regradePapers } from './service/regrade-papers.ts'

type Kind = 'KEY' | 'ALL' | 'STRIKE'
type Content = StaffCalls['GET /question/v1/info']['response']['content']

/** Each paper has 15 questions of 5 points; 8 pass and complete the year. */
const examRules = { singleCount: 15, multipleCount: 0, judgeCount: 0, pointsEach: 5, passMark: 40 }
const makeYear = () => makePlan({ requiredProfessional: 60, courses: [examRules] })

const deciders = await Promise.all([makeExamDecider(), makeExamDecider()])
const editor = await makeStaff({ permissions: ['question.read', 'question.edit'] })
const [one, two] = [deciders[0].token, deciders[1].token]

/** Answers the question with the option text `own`, and `right` others correctly. */
function answersOf(sitting: StartedAttempt, questionId: string, own: string, right: number) {
  const others = sitting.questions.filter(({ id }) => id !== questionId).slice(0, right)
  const pick = (id: string, text: string) => {
    const { options = [] } = sitting.questions.find((question) => question.id === id) ?? {}
    return options.flatMap((option) => (option.text === text ? [option.id] : []))
  }
  return {
    [questionId]: pick(questionId, own),
    ...Object.fromEntries(others.map(({ id }) => [id, pick(id, '对一')])),
  }
}

async function makeQuestion(plan: TestPlan) {
  const { db } = await deps()
  const { id } = await db
    .selectFrom('question')
    .select('id')
    .where('courseId', '=', plan.courses[0]?.courseId ?? '')
    .where('type', '=', 'SINGLE')
    .orderBy('no')
    .executeTakeFirstOrThrow()
  return id
}

async function makeSat(plan: TestPlan, questionId: string, own: string, right: number) {
  const exam = await makeExam({ plan })
  const sitting = await startTestAttempt(exam)
  await callSubmitExam(exam.token, sitting.attemptId, 1, answersOf(sitting, questionId, own, right))
  return { ...exam, attemptId: sitting.attemptId }
}

async function edit(questionId: string, change: (content: Content) => Content): Promise<void> {
  const found = await mustStaff('GET /question/v1/info', { id: questionId }, editor.token)
  const { id, courseId, version } = found
  const content = change(found.content)
  await mustStaff('POST /question/v1/save', { id, courseId, version, content }, editor.token)
}

const rightIs =
  (right: string) =>
  (content: Content): Content => ({
    ...content,
    explanation: '见教材。',
    options: content.options.map(({ text }) => ({ text, right: text === right })),
  })

const preview = (questionId: string, kind: Kind, losePass = false) =>
  mustStaff('POST /exam/v1/preview_regrade', { questionId, kind, losePass }, one)

async function propose(questionId: string, kind: Kind, loseReason?: string) {
  const { preview: digest } = await preview(questionId, kind, loseReason !== undefined)
  const said = { id: randomUUID(), questionId, kind, reason: '标准答案有误', preview: digest }
  const input = { ...said, ...(loseReason ? { loseReason } : {}) }
  await mustStaff('POST /exam/v1/propose_regrade', input, one)
  return input
}

const decide = (id: string, token = two) => staffCall('POST /exam/v1/decide_regrade', { id, approve: true }, token)

async function regrade(questionId: string, kind: Kind, loseReason?: string, meanwhile?: () => Promise<unknown>) {
  const { id } = await propose(questionId, kind, loseReason)
  await meanwhile?.()
  expect(await decide(id)).toMatchObject({ code: 1, data: { state: 'RUNNING' } })
  const all = await deps()
  await Promise.all([regradePapers(all), regradePapers(all)])
  return mustStaff('GET /exam/v1/regrade', { id }, one)
}

const lastAttempt = async (exam: TestExam) => (await getExamInfo(exam)).attempts.at(-1)

describe('regrade of a question with a wrong key', () => {
  it('a regrade marks every finished, running and voided paper and notifies each student', async () => {
    const plan = await makeYear()
    const questionId = await makeQuestion(plan)
    const gains = await makeSat(plan, questionId, '错一', 7)
    const keeps = await makeSat(plan, questionId, '对一', 7)
    const lower = await makeSat(plan, questionId, '对一', 14)
    const voided = await makeSat(plan, questionId, '错一', 7)
    await decideTestAttempt(voided.attemptId, 'VOID')
    const runs = await makeExam({ plan })
    const running = await startTestAttempt(runs)
    await edit(questionId, rightIs('错一'))
    expect(
      (await mustStaff('GET /exam/v1/changed_questions', {}, one)).list.find(
        (changed) => changed.questionId === questionId,
      ),
    ).toMatchObject({ papers: 5 })
    const shown = await preview(questionId, 'KEY')
    expect(shown.counts).toMatchObject({
      papers: 5,
      outcomes: { PASS_GAINED: 1, PASS_KEPT: 1, SCORE_DOWN: 1, VOID: 1, RUNNING: 1 },
      ...{ hoursGained: 60, hoursLost: 0, proofsIssued: 1, proofsRevoked: 0 },
    })
    expect(shown.list.find(({ outcome }) => outcome === 'PASS_GAINED')).toMatchObject({
      ...{ oldScore: 35, oldPassed: false, newScore: 40, newPassed: true },
      studentName: expect.stringContaining('*'),
    })
    const wanted = { questionId, kind: 'KEY' as const }
    expect(await staffCall('POST /exam/v1/export_regrade', wanted, editor.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    const file = await mustStaff('POST /exam/v1/export_regrade', wanted, two)
    expect(file).toMatchObject({
      exported: 5,
      leftOut: 0,
      name: expect.stringContaining('预览.xlsx'),
    })
    const rows = await readSheetTexts(Buffer.from(file.content, 'base64'))
    const row = rows.find((cells) => cells.includes('变为合格'))
    expect(row).toEqual(expect.arrayContaining([gains.sign.student.name, '35', '未合格', '40', '合格']))
    expect(await professionalTenthsOf(gains)).toBe(0)
    expect(await regrade(questionId, 'KEY')).toMatchObject({ state: 'DONE', total: 5, done: 5 })
    expect(await lastAttempt(gains)).toMatchObject({
      ...{ score: 40, passed: true, right: 8, wrong: 7 },
      regrades: [{ oldScore: 35, oldPassed: false, outcome: 'PASS_GAINED', reason: '标准答案有误' }],
    })
    expect(await professionalTenthsOf(gains)).toBe(60)
    expect(await examSummaryOf(gains)).toMatchObject({ state: 'PASSED', bestScore: 40 })
    expect(await listExamMessages(gains)).toEqual([
      expect.stringMatching(/^考试成绩已更正：.*成绩由 35 分更正为 40 分，结果为合格，学时已计入。原因：标准答案有误$/),
    ])
    expect(await listAuditRowsOf(gains.attemptId)).toMatchObject([
      { actor: 'system', action: 'exam.regraded', detail: { before: 35, after: 40 } },
    ])
    const { list } = await mustStaff('GET /exam/v1/regrades', { questionId }, one)
    const done = list[0]?.id ?? ''
    const papers = { id: done, outcome: 'PASS_GAINED' }
    expect((await mustStaff('GET /exam/v1/regraded_papers', papers, one)).list).toMatchObject([
      { attemptId: gains.attemptId, oldScore: 35, newScore: 40 },
    ])
    expect(await mustStaff('POST /exam/v1/retry_regrade', { id: done }, one)).toMatchObject({
      state: 'DONE',
    })
    const nowhere = { id: randomUUID() }
    for (const key of ['POST /exam/v1/retry_regrade', 'GET /exam/v1/regraded_papers'] as const)
      expect(await staffCall(key, nowhere, one)).toMatchObject({ key: 'exam.regradeNotFound' })
    const { db } = await deps()
    const { id: studentId } = gains.sign.student
    expect(await db.selectFrom('proof').select('year').where('studentId', '=', studentId).execute()).toEqual([
      { year: plan.year },
    ])
    // The statistics of the question bank use the new answer, with 40 points for the other questions.
    await addAttemptsToStatistics(await deps())
    const sums = await db
      .selectFrom('questionStat')
      .innerJoin('question', 'question.id', 'questionId')
      .select(['answered', 'rightCount', 'scoreSum'])
      .where('courseId', '=', plan.courses[0]?.courseId ?? '')
      .orderBy('scoreSum')
      .execute()
    expect(sums).toHaveLength(15)
    const scores = [40, 40, 70].reduce((sum, score) => sum + Math.floor((score * 1000) / 75), 0)
    expect(sums.map(({ answered, scoreSum }) => [answered, scoreSum])).toEqual(sums.map(() => [3, scores]))
    expect(await lastAttempt(keeps)).toMatchObject({
      ...{ score: 40, passed: true },
      regrades: [{ outcome: 'PASS_KEPT', newScore: 35, newPassed: false }],
    })
    expect([await professionalTenthsOf(keeps), await listExamMessages(keeps)]).toEqual([60, []])
    expect(await lastAttempt(lower)).toMatchObject({ score: 70, passed: true })
    expect(await listExamMessages(lower)).toHaveLength(1)
    expect(await lastAttempt(voided)).toMatchObject({ score: 40, voided: true })
    expect(await professionalTenthsOf(voided)).toBe(0)
    // The running attempt uses the new key at once and is not regraded again.
    const { attemptId } = running
    const given = answersOf(running, questionId, '错一', 7)
    expect(await callSubmitExam(runs.token, attemptId, 1, given)).toMatchObject({
      data: { score: 40, passed: true },
    })
    expect(await regradePapers(await deps())).toBe(0)
    expect(await lastAttempt(runs)).toMatchObject({ regrades: [{ outcome: 'RUNNING' }] })
    const review = await call('GET /exam/v1/review', { attemptId }, runs.token)
    const question = review.data?.questions.find(({ id }) => id === questionId)
    expect(question).toMatchObject({ corrected: 'KEY', right: true, answer: question?.chosen })
    expect(await staffCall('POST /exam/v1/preview_regrade', { questionId, kind: 'KEY' }, one)).toMatchObject({
      code: 1,
      data: { counts: { outcomes: { SAME: 3, PASS_KEPT: 1, VOID: 1 } } },
    })
    expect((await mustStaff('GET /exam/v1/changed_questions', {}, one)).list).not.toContainEqual(
      expect.objectContaining({ questionId }),
    )
  })

  it('a changed question is no longer listed for regrading when staff decline a regrade with a reason', async () => {
    const plan = await makeYear()
    const questionId = await makeQuestion(plan)
    await makeSat(plan, questionId, '对一', 7)
    await edit(questionId, rightIs('错一'))
    expect(await mustStaff('GET /exam/v1/held_papers', { questionId }, one)).toMatchObject({
      finished: 1,
      changedPapers: 1,
    })
    const input = { questionId, reason: '只是措辞的修改' }
    expect(await staffCall('POST /exam/v1/settle_question', input, editor.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    await mustStaff('POST /exam/v1/settle_question', input, one)
    expect(await staffCall('POST /exam/v1/settle_question', input, two)).toMatchObject({
      key: 'exam.regradeSettled',
    })
    expect(await mustStaff('GET /exam/v1/held_papers', { questionId }, one)).toMatchObject({
      changedAt: null,
    })
  })

  it('a second person decides the regrade while submissions continue and the question is unchanged', async () => {
    const plan = await makeYear()
    const questionId = await makeQuestion(plan)
    const before = await staffCall('POST /exam/v1/preview_regrade', { questionId, kind: 'ALL' }, one)
    expect(before).toMatchObject({ key: 'exam.regradeNothing' })
    await makeSat(plan, questionId, '错一', 7)
    const late = await makeExam({ plan })
    const sitting = await startTestAttempt(late)
    await edit(questionId, rightIs('错一'))
    const input = await propose(questionId, 'KEY')
    const { id } = input
    expect(await staffCall('POST /exam/v1/propose_regrade', input, one)).toMatchObject({
      data: { id, state: 'WAITING', mine: true },
    })
    const second = { ...input, id: randomUUID() }
    expect(await staffCall('POST /exam/v1/propose_regrade', second, two)).toMatchObject({
      key: 'exam.regradeWaiting',
    })
    expect(await decide(id, one)).toMatchObject({ key: 'exam.secondPerson' })
    const { db } = await deps()
    const alone = db.updateTable('examRegrade').where('id', '=', id)
    await expect(
      alone.set(({ ref }) => ({ state: 'RUNNING', decidedBy: ref('askedBy'), decidedAt: new Date() })).execute(),
    ).rejects.toThrow('exam_regrade_second_person')
    await edit(questionId, rightIs('错二'))
    expect(await decide(id)).toMatchObject({ key: 'exam.regradeChanged' })
    expect(await mustStaff('POST /exam/v1/withdraw_regrade', { id }, one)).toMatchObject({
      state: 'WITHDRAWN',
    })
    await edit(questionId, rightIs('错一'))
    const { preview: shown } = await preview(questionId, 'KEY')
    await callSubmitExam(late.token, sitting.attemptId, 1, answersOf(sitting, questionId, '错一', 7))
    expect(await lastAttempt(late)).toMatchObject({ score: 35, passed: false })
    const next = { ...input, id: randomUUID(), preview: shown }
    await mustStaff('POST /exam/v1/propose_regrade', next, one)
    expect(await decide(next.id)).toMatchObject({ code: 1, data: { state: 'RUNNING' } })
    await regradePapers(await deps())
    expect(await lastAttempt(late)).toMatchObject({ score: 40, passed: true })
    expect(await professionalTenthsOf(late)).toBe(60)
  })

  it('a regrade that cannot be ended is tried again and does not stop the others', async () => {
    const ids: string[] = []
    for (const plan of [await makeYear(), await makeYear()]) {
      const questionId = await makeQuestion(plan)
      await makeSat(plan, questionId, '错一', 7)
      await edit(questionId, rightIs('错一'))
      const { id } = await propose(questionId, 'KEY')
      ids.push(id)
    }
    const { db } = await deps()
    await sql`create function refuse_end() returns trigger language plpgsql as $$
      begin raise exception 'this regrade cannot end'; end $$`.execute(db)
    // The first of the two is the one that fails.
    const [first = '', second = ''] = ids.toSorted()
    await sql`create trigger stuck before update on exam_regrade for each row
      when (new.id = ${sql.lit(first)} and new.state = 'DONE') execute function refuse_end()`.execute(db)
    const log = vi.spyOn(faultLog, 'error').mockImplementation(() => undefined)
    for (const id of ids) await decide(id)
    const all = await deps()
    await regradePapers(all)
    expect(log.mock.calls.map(([, what]) => what)).toEqual([`exam.regradePapers ${first}`])
    log.mockRestore()
    const states = async () =>
      Promise.all([first, second].map(async (id) => (await mustStaff('GET /exam/v1/regrade', { id }, one)).state))
    expect(await states()).toEqual(['RUNNING', 'DONE'])
    await sql`drop trigger stuck on exam_regrade`.execute(db)
    await sql`drop function refuse_end`.execute(db)
    await passTime(60)
    await regradePapers(all)
    expect(await states()).toEqual(['DONE', 'DONE'])
  })

  it('a regrade adds no second passed attempt to a course and waits for a running attempt', async () => {
    const plan = await makeYear()
    const questionId = await makeQuestion(plan)
    const first = await makeSat(plan, questionId, '错一', 7)
    const sitting = await startTestAttempt(first)
    await edit(questionId, rightIs('错一'))
    expect(await regrade(questionId, 'KEY')).toMatchObject({ state: 'RUNNING', total: 2, done: 1 })
    const given = answersOf(sitting, questionId, '错一', 14)
    await callSubmitExam(first.token, sitting.attemptId, 1, given)
    const all = await deps()
    expect(await regradePapers(all)).toBe(1)
    const { attempts } = await getExamInfo(first)
    expect(attempts).toMatchObject([
      { score: 35, passed: false, regrades: [{ outcome: 'PASSED_ELSEWHERE', newScore: 40 }] },
      { score: 75, passed: true },
    ])
    expect(await professionalTenthsOf(first)).toBe(60)
  })
})

describe('a question that is struck or whose points go to everybody', () => {
  it('a regrade takes passed results back only with a reason and scales scores to the full mark', async () => {
    const plan = await makeYear()
    const questionId = await makeQuestion(plan)
    const loses = await makeSat(plan, questionId, '对一', 7)
    const rises = await makeSat(plan, questionId, '错一', 7)
    const late = await makeExam({ plan })
    const sitting = await startTestAttempt(late)
    await edit(questionId, (content) => ({ ...content, stem: `${content.stem}（改）` }))
    expect((await preview(questionId, 'STRIKE')).counts.outcomes).toEqual({
      PASS_KEPT: 1,
      SCORE_UP: 1,
      RUNNING: 1,
    })
    const why = '该题泄露，成绩须重新核定'
    // An exam passed after the preview was not part of what was approved.
    const meanwhile = () => callSubmitExam(late.token, sitting.attemptId, 1, answersOf(sitting, questionId, '对一', 7))
    expect(await regrade(questionId, 'STRIKE', why, meanwhile)).toMatchObject({ state: 'DONE' })
    expect(await lastAttempt(late)).toMatchObject({
      ...{ score: 40, passed: true },
      regrades: [{ outcome: 'PASS_KEPT', newScore: 38, newPassed: false }],
    })
    expect([await professionalTenthsOf(late), await listExamMessages(late)]).toEqual([60, []])
    // 7 of 14 right answers are scaled to 75 points.
    expect(await lastAttempt(rises)).toMatchObject({ score: 38, passed: false, right: 7, wrong: 7 })
    expect(await lastAttempt(loses)).toMatchObject({ score: 38, passed: false })
    expect(await professionalTenthsOf(loses)).toBe(0)
    const { db } = await deps()
    expect(
      await db.selectFrom('proof').select('revokeReason').where('studentId', '=', loses.sign.student.id).execute(),
    ).toEqual([{ revokeReason: `考试重新评分后未合格：${why}` }])
    expect((await listExamMessages(loses)).filter((text) => text.startsWith('考试成绩已更正'))).toEqual([
      expect.stringContaining(`结果为未合格，据此计入的学时已冲销。原因：${why}`),
    ])
    expect(await regrade(questionId, 'ALL')).toMatchObject({ state: 'DONE', done: 3 })
    expect(await lastAttempt(rises)).toMatchObject({ score: 40, passed: true, right: 8, wrong: 7 })
    expect((await lastAttempt(rises))?.regrades.map(({ newScore }) => newScore)).toEqual([38, 40])
    expect(await professionalTenthsOf(rises)).toBe(60)
  })

  it('a result never changes without a row of its regrade', async () => {
    const plan = await makeYear()
    const { attemptId } = await makeSat(plan, await makeQuestion(plan), '对一', 7)
    const { db } = await deps()
    await expect(db.updateTable('attempt').set({ score: 75 }).where('id', '=', attemptId).execute()).rejects.toThrow(
      'cannot be changed',
    )
  })
})
