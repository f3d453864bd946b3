import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeExam, startTestAttempt } from '../../../test/factories/exam.ts'
import {
  insertEarlierUploads,
  makeOnePixelPng,
  sendUploadForm,
  uploadStudentFile,
} from '../../../test/factories/file.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTime, sendRawRequest } from '../../../test/world.ts'
import { deleteExpiredFiles } from '../file/service/delete-unused.ts'

const green = { camera: 'GREEN', upload: 'GREEN', clock: 'GREEN', autosave: 'GREEN' } as const

describe('exam rehearsal', () => {
  it('the newest rehearsal is kept for the student and staff', async () => {
    const { token, phone } = await makeStudent()
    expect(await must('GET /exam/v1/rehearsal', {}, token)).toMatchObject({ last: null })
    const id = randomUUID()
    const first = { id, ...green, camera: 'RED' as const, notes: { camera: '没有摄像头' } }
    const kept = await must('POST /exam/v1/rehearse', first, token)
    expect(kept).toMatchObject({ camera: 'RED', upload: 'GREEN' })
    expect(await must('POST /exam/v1/rehearse', first, token)).toEqual(kept)
    const staff = await makeStaff({ permissions: ['exam.read'] })
    const list = (more: object = {}) => mustStaff('POST /exam/v1/rehearsals', { keyword: phone, ...more }, staff.token)
    expect(await list({ worst: 'RED' })).toMatchObject({
      total: 1,
      list: [{ camera: 'RED', notes: { camera: '没有摄像头' } }],
    })
    await must('POST /exam/v1/rehearse', { id: randomUUID(), ...green }, token)
    expect(await must('GET /exam/v1/rehearsal', {}, token)).toMatchObject({ last: green })
    expect(await list()).toMatchObject({ total: 1, list: [green] })
    expect(await list({ worst: 'RED' })).toMatchObject({ total: 0 })
  })

  it('limits rehearsals per day, but a repeated call still gets its first response', async () => {
    const { token } = await makeStudent()
    const first = { id: randomUUID(), ...green }
    const kept = await must('POST /exam/v1/rehearse', first, token)
    const more = Array.from({ length: 55 }, () => ({ id: randomUUID(), ...green }))
    const answers = await Promise.all(more.map((one) => call('POST /exam/v1/rehearse', one, token)))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(49)
    expect(await call('POST /exam/v1/rehearse', { ...first, id: randomUUID() }, token)).toMatchObject({
      key: 'exam.tooManyRehearsals',
      msg: '今天的考前自检已保存 50 次，本次结果没有保存，请明天再试',
    })
    expect(await must('POST /exam/v1/rehearse', first, token)).toEqual(kept)
    await passTime(86_400)
    await must('POST /exam/v1/rehearse', { ...first, id: randomUUID() }, token)
  })

  it('a rehearsal returns the saved answer as an exam does', async () => {
    const { token } = await makeStudent()
    const answers = { [randomUUID()]: ['A'] }
    expect(await must('POST /exam/v1/rehearse_save', { seq: 1, answers }, token)).toMatchObject({
      savedSeq: 1,
      answers,
    })
  })

  it('the sample picture is deleted soon and cannot be used as a portrait or capture', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 1 } })
    const { attemptId } = await startTestAttempt(exam)
    const { id, url } = await uploadStudentFile(exam.sign.student, 'REHEARSAL')
    expect((await sendRawRequest(url)).status).toBe(200)
    for (const answer of [
      await call('POST /student/v1/modify', { avatarFileId: id }, exam.token),
      await call('POST /exam/v1/exam_capture', { attemptId, no: 1, fileId: id }, exam.token),
    ])
      expect(answer).toMatchObject({ key: 'common.notFound' })
    await deleteExpiredFiles(await deps())
    expect((await sendRawRequest(url)).status).toBe(404)
  })

  it('a rehearsal refuses forged answers and ends after its last step', async () => {
    const student = await makeStudent()
    await insertEarlierUploads(student.id, 'REHEARSAL', 240)
    const sample = { purpose: 'REHEARSAL', file: makeOnePixelPng() }
    expect(await sendUploadForm(sample, student.token)).toMatchObject({ key: 'file.tooMany' })
    await uploadStudentFile(student, 'EVIDENCE')
  })

  it('refuses rehearsal calls with invalid input or the rehearsal id of another student', async () => {
    const { token } = await makeStudent()
    const other = await makeStudent()
    const id = randomUUID()
    await must('POST /exam/v1/rehearse', { id, ...green }, token)
    expect(await call('POST /exam/v1/rehearse', { id, ...green }, other.token)).toMatchObject({
      key: 'common.notFound',
    })
    for (const [key, input] of [
      ['POST /exam/v1/rehearse', { id, ...green, camera: 'BLUE' }],
      ['POST /exam/v1/rehearse_save', { seq: 0, answers: {} }],
    ] as const)
      expect(await call(key, input, token)).toMatchObject({ key: 'common.invalid' })
    for (const key of [
      'GET /exam/v1/rehearsal',
      'POST /exam/v1/rehearse',
      'POST /exam/v1/rehearse_save',
      'POST /exam/v1/heartbeat',
      'POST /exam/v1/submit_sealed',
      'POST /exam/v1/appeal',
    ] as const)
      expect(await call(key, {})).toMatchObject({ status: 401 })
  })
})
