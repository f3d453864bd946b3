import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import { getExamInfo, listExamMessages, makeExam, startTestAttempt } from '../../../test/factories/exam.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { deps, mustStaff, staffCall } from '../../../test/world.ts'

const desk = () => makeStaff({ permissions: ['exam.read', 'exam.decide'] })

describe('extra time', () => {
  it('extra time lengthens attempts that start later', async () => {
    const exam = await makeExam()
    const { token, name } = await desk()
    const { phone } = exam.sign.student
    const wish = { phone, percent: 50, reason: '视力障碍' }
    expect(await getExamInfo(exam)).toMatchObject({ extraPercent: 0, durationSeconds: 1800 })
    await mustStaff('POST /exam/v1/set_extra_time', wish, token)
    const before = await getExamInfo(exam)
    expect(before).toMatchObject({ extraPercent: 50, durationSeconds: 2700, runningDeadline: null })
    expect(before.consent.text[0]).toContain('考试时长 45 分钟（已含为您延长的 50%）')
    const { startedAt, deadline } = await startTestAttempt(exam)
    expect((Date.parse(deadline) - Date.parse(startedAt)) / 1000).toBe(2700)
    expect(await getExamInfo(exam)).toMatchObject({ runningDeadline: deadline })
    const { list } = await mustStaff('POST /exam/v1/extra_times', { keyword: phone }, token)
    expect(list).toMatchObject([{ percent: 50, reason: '视力障碍', setBy: name }])
    await mustStaff('POST /exam/v1/set_extra_time', { ...wish, percent: 0 }, token)
    const after = await mustStaff('POST /exam/v1/extra_times', { keyword: phone }, token)
    expect(after.total).toBe(0)
    const none = await staffCall('POST /exam/v1/set_extra_time', { ...wish, phone: '13000000000' }, token)
    expect(none).toMatchObject({
      key: 'exam.noSuchStudent',
      data: { fields: { phone: expect.any(String) } },
    })
  })

  it('an attempt with extra time spreads its captures over the whole time', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 10 } })
    const { token } = await desk()
    const wish = { phone: exam.sign.student.phone, percent: 100, reason: '视力障碍' }
    await mustStaff('POST /exam/v1/set_extra_time', wish, token)
    const { startedAt, deadline, captures } = await startTestAttempt(exam)
    const after = captures.map(({ dueAt }) => (Date.parse(dueAt) - Date.parse(startedAt)) / 1000)
    const whole = (Date.parse(deadline) - Date.parse(startedAt)) / 1000
    expect(whole).toBe(3600)
    expect(after[0]).toBe(0)
    // Each tenth of the capture period has one capture, including the last moment.
    for (const [index, second] of after.slice(1).entries()) {
      expect(second).toBeGreaterThanOrEqual(342 * index)
      expect(second).toBeLessThanOrEqual(342 * (index + 1))
    }
  })

  it('audits each change of extra time once, also when two are simultaneous', async () => {
    const { student } = (await makeExam()).sign
    const { token } = await desk()
    const wish = { phone: student.phone, percent: 50, reason: '视力障碍' }
    const set = (input: object) => staffCall('POST /exam/v1/set_extra_time', input, token)
    for (const answer of await Promise.all([set(wish), set(wish)]))
      expect(answer).toMatchObject({ data: { percent: 50 } })
    await set(wish)
    await set({ ...wish, reason: '凭新证明' })
    const reasons = (await listAuditRowsOf(student.id)).map(({ detail }) => detail)
    expect(reasons.at(-1)).toEqual({ before: 50, after: 50, changed: false, reason: '凭新证明' })
    expect(reasons).toHaveLength(2)
  })

  it('notifies the student of each change of extra time without its reason', async () => {
    const exam = await makeExam()
    const { token } = await desk()
    const { phone } = exam.sign.student
    const set = (percent: number, reason = '视力障碍') =>
      mustStaff('POST /exam/v1/set_extra_time', { phone, percent, reason }, token)
    await Promise.all([set(50), set(50)])
    await set(50, '凭新证明')
    expect(await listExamMessages(exam)).toEqual([expect.stringMatching(/^考试时长已延长：.*延长 50%/)])
    await set(0)
    await set(50)
    const all = await listExamMessages(exam)
    expect(all).toHaveLength(3)
    expect(all[1]).toContain('考试加时已取消')
    expect(all.join()).not.toMatch(/视力|证明/)
  })

  it('extra time set by a phone number belongs to the student who has the number now', async () => {
    const [old, now] = [await makeStudent(), await makeStudent()]
    const { token } = await desk()
    const { db } = await deps()
    await db
      .updateTable('student')
      .set({ closedAt: new Date(), mergedInto: now.id, phone: now.phone })
      .where('id', '=', old.id)
      .execute()
    const wish = { phone: now.phone, percent: 20, reason: '视力障碍' }
    await mustStaff('POST /exam/v1/set_extra_time', wish, token)
    const { list } = await mustStaff('POST /exam/v1/extra_times', { keyword: now.phone }, token)
    expect(list).toMatchObject([{ student: { id: now.id } }])
  })
})
