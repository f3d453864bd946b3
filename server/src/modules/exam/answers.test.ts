import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  callSaveAnswer,
  callStartExam,
  callSubmitExam,
  examSummaryOf,
  getExamInfo,
  makeExam,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
  wrongAnswersOf,
} from '../../../test/factories/exam.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must } from '../../../test/world.ts'

describe('save_answer', () => {
  it('save_answer stores only changed answers, and an identical repeat changes nothing', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await startTestAttempt(exam)
    const [one, two] = [rightAnswersOf(sitting, 1), rightAnswersOf(sitting, 2)]
    const first = await callSaveAnswer(token, sitting.attemptId, 1, two)
    expect(first).toMatchObject({ code: 1, data: { savedSeq: 1, deadline: sitting.deadline } })
    const cleared = Object.fromEntries(Object.keys(one).map((id) => [id, []]))
    expect(await callSaveAnswer(token, sitting.attemptId, 2, cleared)).toMatchObject({
      data: { savedSeq: 2 },
    })
    expect(await callSaveAnswer(token, sitting.attemptId, 1, two)).toMatchObject({
      code: 1,
      data: { savedSeq: 1 },
    })
    const resumed = await must('GET /exam/v1/start', exam.exam, token)
    expect(resumed).toMatchObject({ savedSeq: 2, answers: { ...two, ...cleared } })
  })

  it('a stale page gets the saved answers, and no answer is lost in a race', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await startTestAttempt(exam)
    const [right, wrong] = [rightAnswersOf(sitting, 1), wrongAnswersOf(sitting, 1)]
    const first = await callSaveAnswer(token, sitting.attemptId, 1, right)
    const [answered] = Object.keys(right)
    const at = { [answered ?? '']: first.data.serverNow }
    for (const [seq, answers] of [
      [1, wrong],
      [3, wrong],
      [9, right],
    ] as const)
      expect(await callSaveAnswer(token, sitting.attemptId, seq, answers)).toMatchObject({
        status: 200,
        key: 'exam.seqStale',
        // Only answers saved after the sequence number of the page are returned.
        data: { savedSeq: 1, answers: right, savedAt: seq === 1 ? at : {}, chosen: {} },
      })
    const { attemptId } = sitting
    expect(await must('POST /exam/v1/heartbeat', { attemptId }, token)).toMatchObject({
      savedSeq: 1,
    })
    const questions = sitting.questions.slice(1, 7)
    const race = await Promise.all(
      questions.map(({ id, options }) => callSaveAnswer(token, sitting.attemptId, 2, { [id]: [options[0]?.id] })),
    )
    expect(race.filter((answer) => answer.code === 1)).toHaveLength(1)
    expect(race.filter((answer) => answer.key === 'exam.seqStale')).toHaveLength(5)
    const same = await Promise.all([1, 2, 3, 4].map(() => callSaveAnswer(token, sitting.attemptId, 3, wrong)))
    expect(same.every((answer) => answer.code === 1 && answer.data.savedSeq === 3)).toBe(true)
    expect(await must('GET /exam/v1/start', exam.exam, token)).toMatchObject({ savedSeq: 3 })
  })

  it('an answer sent again with the same choice number does not count as a new change', async () => {
    const exam = await makeExam()
    const { attemptId, questions } = await startTestAttempt(exam)
    const [q1 = '', q2 = ''] = questions.map(({ id }) => id)
    const saveAs = (seq: number, option: string, chosen: Record<string, number>) => {
      const answers = Object.fromEntries(Object.keys(chosen).map((id) => [id, [option]]))
      return call('POST /exam/v1/save_answer', { attemptId, seq, answers, chosen }, exam.token)
    }
    await saveAs(1, 'A', { [q1]: 11 })
    await saveAs(2, 'A', { [q1]: 11, [q2]: 12 })
    const other = await saveAs(2, 'B', { [q1]: 21 })
    expect(other).toMatchObject({ key: 'exam.seqStale', data: { chosen: { [q2]: 12 } } })
    expect('savedAt' in other.data && Object.keys(other.data.savedAt as object)).toEqual([q2])
    // Choosing an option again is a new change if another option was saved in between.
    await saveAs(3, 'B', { [q1]: 21 })
    await saveAs(4, 'A', { [q1]: 11 })
    const third = await saveAs(3, 'B', { [q2]: 31 })
    expect(third).toMatchObject({ data: { chosen: { [q1]: 11 } } })
  })

  it('saved answers contain the number of each choice, so that choosing an option again is not taken as a repeat', async () => {
    const exam = await makeExam()
    const { attemptId, questions } = await startTestAttempt(exam)
    const [q1 = '', q2 = ''] = questions.map(({ id }) => id)
    const saveAs = (seq: number, chosen: Record<string, number> | undefined) => {
      const answers = Object.fromEntries(Object.keys(chosen ?? {}).map((id) => [id, []]))
      return call('POST /exam/v1/save_answer', { attemptId, seq, answers, chosen }, exam.token)
    }
    await saveAs(1, { [q1]: 1.5 })
    await saveAs(2, { [q2]: 2 })
    expect(await saveAs(1, { [q1]: 1.5 })).toMatchObject({ code: 1, data: { savedSeq: 1 } })
    const told = { key: 'exam.seqStale', data: { chosen: { [q1]: 1.5, [q2]: 2 } } }
    expect(await saveAs(1, { [q1]: 3 })).toMatchObject(told)
    const more = { attemptId, seq: 3, answers: { [q1]: [] }, chosen: { [q1]: 4, [q2]: 4 } }
    await call('POST /exam/v1/save_answer', more, exam.token)
    const refused = await saveAs(3, { [q1]: 5 })
    expect('chosen' in refused.data && refused.data.chosen).toEqual({ [q1]: 4 })
    const handIn = { attemptId, seq: 1, answers: {} }
    expect(await call('POST /exam/v1/submit_exam', handIn, exam.token)).toMatchObject({
      ...{ key: told.key, data: { chosen: { [q1]: 4, [q2]: 2 } } },
    })
    for (const chosen of ['1', { [q1]: '1' }, { no: 1 }])
      expect(await saveAs(4, chosen as never)).toMatchObject({ key: 'common.invalid' })
  })

  it('refuses more saves of answers than the limit allows, but accepts the submission', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await startTestAttempt(exam)
    const { attemptId } = sitting
    const { db } = await deps()
    const spent = db.updateTable('attempt').set({ savedSeq: 1000 })
    await spent.where('id', '=', attemptId).execute()
    const answers = rightAnswersOf(sitting)
    expect(await callSaveAnswer(token, attemptId, 1001, answers)).toMatchObject({
      ...{ status: 200, key: 'exam.savesSpent' },
    })
    const behind = { key: 'exam.seqStale', data: { savedSeq: 1000 } }
    expect(await callSaveAnswer(token, attemptId, 1000, answers)).toMatchObject(behind)
    expect((await callSubmitExam(token, attemptId, 1001, answers)).data).toMatchObject({ score: 100 })
    expect(await callSaveAnswer(token, attemptId, 1001, answers)).toMatchObject({ key: 'exam.submitted' })
    const fresh = await startTestAttempt(await makeExam())
    expect(await callSaveAnswer(token, fresh.attemptId, 1001, {})).toMatchObject({
      key: 'exam.attemptNotFound',
    })
  })

  it('refuses answers outside the paper and two choices for a single-choice question', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const single = sitting.questions[0]?.id ?? ''
    const judge = sitting.questions.at(-1)?.id ?? ''
    for (const answers of [
      { [randomUUID()]: ['A'] },
      { [single]: ['Z'] },
      { [single]: ['A', 'B'] },
      { [judge]: ['A', 'B'] },
      { [single]: ['A', 'A'] },
    ]) {
      const refusal = { status: 200, key: 'exam.badAnswer' }
      expect(await callSaveAnswer(exam.token, sitting.attemptId, 1, answers)).toMatchObject(refusal)
      expect(await callSubmitExam(exam.token, sitting.attemptId, 1, answers)).toMatchObject(refusal)
    }
    expect((await must('GET /exam/v1/start', exam.exam, exam.token)).savedSeq).toBe(0)
  })

  it.each([
    ['answers', { answers: { x: ['A'] } }],
    ['answers', { answers: [] }],
    ['answers', { answers: { [randomUUID()]: 'A' } }],
    ['answers', { answers: { [randomUUID()]: ["A'; drop table attempt;--".repeat(3)] } }],
    ['seq', { seq: 0 }],
    ['seq', { seq: '1' }],
    ['seq', { seq: 1.5 }],
    ['attemptId', { attemptId: '1 or 1=1' }],
  ])('saving an answer refuses a bad %s', async (field, change) => {
    const { token } = await makeStudent()
    const body = { attemptId: randomUUID(), seq: 1, answers: {}, ...change }
    for (const path of ['POST /exam/v1/save_answer', 'POST /exam/v1/submit_exam'] as const) {
      const answer = await call(path, body, token)
      expect(answer).toMatchObject({ status: 200, key: 'common.invalid' })
      expect(JSON.stringify(answer.data)).toContain(field)
    }
  })
})

describe('submit_exam', () => {
  it('a passed exam credits the hours once, and repeated submissions get the first result', async () => {
    const exam = await makeExam()
    const { token } = exam
    const sitting = await startTestAttempt(exam)
    await callSaveAnswer(token, sitting.attemptId, 1, rightAnswersOf(sitting, 5))
    const last = wrongAnswersOf(sitting, 1)
    const answers = { ...rightAnswersOf(sitting, 13), ...last }
    const both = await Promise.all([1, 2, 3, 4].map(() => callSubmitExam(token, sitting.attemptId, 2, answers)))
    expect(both[0]).toMatchObject({
      code: 1,
      data: {
        score: 60,
        totalPoints: 100,
        passMark: 60,
        passed: true,
        right: 12,
        wrong: 8,
        attemptsLeft: 2,
        submittedBy: 'STUDENT',
        receipt: expect.stringMatching(/^(\w{4}-){4}\w{4}$/),
      },
    })
    for (const answer of both) expect(answer).toEqual(both[0])
    expect(await professionalTenthsOf(exam)).toBe(60)
    const other = await callSubmitExam(token, sitting.attemptId, 2, {})
    expect(other).toMatchObject({ key: 'exam.submitted', data: { result: both[0]?.data } })
    expect(await callSaveAnswer(token, sitting.attemptId, 3, {})).toMatchObject({ key: 'exam.submitted' })
    expect(await callSaveAnswer(token, sitting.attemptId, 1, rightAnswersOf(sitting, 5))).toMatchObject({
      code: 1,
    })
    expect(await getExamInfo(exam)).toMatchObject({
      state: 'PASSED',
      attempts: [{ no: 1, score: 60, passed: true, receipt: both[0]?.data.receipt, voided: false }],
    })
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.alreadyPassed' })
    expect(await examSummaryOf(exam)).toEqual({ state: 'PASSED', bestScore: 60 })
    expect(await professionalTenthsOf(exam)).toBe(60)
  })

  it('accepts one of two simultaneous submissions and returns its result to both devices', async () => {
    const exam = await makeExam()
    const { token, sign } = exam
    const sitting = await startTestAttempt(exam)
    const { token: phone } = await must('POST /student/v1/login', {
      account: sign.student.phone,
      password: sign.student.password,
    })
    const hands = [
      [token, rightAnswersOf(sitting)],
      [phone, wrongAnswersOf(sitting)],
    ] as const
    const answers = await Promise.all(hands.map(([by, given]) => callSubmitExam(by, sitting.attemptId, 1, given)))
    const taken = answers.filter(({ code }) => code === 1)
    const late = answers.filter(({ key }) => key === 'exam.submitted')
    expect([taken.length, late.length]).toEqual([1, 1])
    expect(late[0]).toMatchObject({ data: { result: taken[0]?.data } })
    for (const [by, given] of hands)
      expect(await callSaveAnswer(by, sitting.attemptId, 2, given)).toMatchObject({ key: 'exam.submitted' })
    const { attempts } = await getExamInfo(exam)
    expect(attempts).toMatchObject([{ score: taken[0]?.data.score, passed: taken[0]?.data.passed }])
    expect(await professionalTenthsOf(exam)).toBe(taken[0]?.data.passed ? 60 : 0)
    const { entries } = await must('GET /exam/v1/answer_log', { attemptId: sitting.attemptId }, token)
    expect(entries).toHaveLength(1)
  })

  it('a score below the pass mark fails, and the next attempt gets another paper', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const result = await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting, 11))
    expect(result).toMatchObject({ data: { score: 55, passed: false, attemptsLeft: 2 } })
    expect(await getExamInfo(exam)).toMatchObject({ state: 'FAILED', attemptsLeft: 2 })
    expect(await examSummaryOf(exam)).toEqual({ state: 'FAILED', bestScore: 55 })
    expect(await professionalTenthsOf(exam)).toBe(0)
    const next = await startTestAttempt(exam)
    expect(next.attemptId).not.toBe(sitting.attemptId)
    expect(next.questions).not.toEqual(sitting.questions)
  })

  it('refuses a submission of a stale page and returns the saved answers', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const answers = rightAnswersOf(sitting, 2)
    await callSaveAnswer(exam.token, sitting.attemptId, 1, answers)
    expect(await callSubmitExam(exam.token, sitting.attemptId, 1, answers)).toMatchObject({
      key: 'exam.seqStale',
      data: { savedSeq: 1, answers },
    })
    expect((await getExamInfo(exam)).state).toBe('RUNNING')
  })

  it('the answer log is a hash chain that the database does not let anyone change', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    await callSaveAnswer(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting, 1))
    await callSubmitExam(exam.token, sitting.attemptId, 2, {})
    const { db } = await deps()
    const { rows } = await sql<{ intact: boolean; kind: string }>`
      select kind, hash = sha256(coalesce(lag(hash) over (order by seq),
        sha256(attempt_id::text::bytea)) || content_hash) as intact
      from answer_log where attempt_id = ${sitting.attemptId} order by seq`.execute(db)
    expect(rows).toEqual([
      { kind: 'SAVE', intact: true },
      { kind: 'SUBMIT', intact: true },
    ])
    await expect(
      sql`update answer_log set answers = '{}' where attempt_id = ${sitting.attemptId}`.execute(db),
    ).rejects.toThrow('append-only')
    await expect(
      sql`update attempt set score = 100, passed = true where id = ${sitting.attemptId}`.execute(db),
    ).rejects.toThrow('handed-in')
  })
})
