import { describe, expect, it } from 'vitest'
import type { TestExam } from '../../../../test/factories/exam.ts'
import { uploadStudentFile } from '../../../../test/factories/file.ts'
import { listShownConsequences, makeFlaggedAttempt, voidProposalInput } from '../../../../test/factories/flagged.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { deps, must, staffCall } from '../../../../test/world.ts'
import { deleteExpiredFiles } from '../../file/service/delete-unused.ts'

async function reviewers() {
  const hire = () => makeStaff({ permissions: ['capture.review'] })
  const [first, second] = [await hire(), await hire()]
  return {
    info: (attemptId: string) => staffCall('GET /capture_review/v1/info', { attemptId }, first.token),
    propose: (input: object) => staffCall('POST /capture_review/v1/propose', input, first.token),
    decide: async (id: string, decision = 'CONFIRMED', reason = '已对照全部照片') => {
      const seen = await listShownConsequences(id, first.token)
      return staffCall('POST /capture_review/v1/decide', { id, decision, reason, seen }, second.token)
    },
  }
}

describe('a void because the pictures differ from the photo', () => {
  const unlike = { ground: 'NOT_PHOTO', reason: '与头像明显不是同一人' }
  const setAvatar = async (exam: TestExam) => {
    const avatarFileId = (await uploadStudentFile(exam.sign.student, 'AVATAR')).id
    await must('POST /student/v1/modify', { avatarFileId }, exam.token)
  }
  const refused = (field: string) => ({
    key: 'exam.nothingToCompare',
    data: { fields: { [field]: expect.stringMatching(/没有头像.*联系本人/) } },
  })

  it('refuses a void for differing pictures when there is no photo to compare with', async () => {
    const exam = await makeFlaggedAttempt()
    const { info, propose } = await reviewers()
    const { attemptId } = exam
    expect((await info(attemptId)).data.comparable).toEqual({ photo: false, captures: 1 })
    expect(await propose(voidProposalInput(attemptId, unlike))).toMatchObject(refused('ground'))
    for (const reason of ['与头像明显不是同一人', '照片和资料照不一致', '头像与抓拍的人对不上', '两张抓拍不是同一个人'])
      expect(await propose(voidProposalInput(attemptId, { reason }))).toMatchObject(refused('reason'))
    expect(await propose(voidProposalInput(attemptId, { ground: 'CHANGED' }))).toMatchObject({
      key: 'exam.nothingToCompare',
    })
    expect((await info(attemptId)).data).toMatchObject({ reviews: [], state: 'OPEN' })
    const kept = voidProposalInput(attemptId, { proposal: 'KEEP', causes: ['NO_PHOTO'] })
    expect(await propose({ ...kept, ground: 'OTHER' })).toMatchObject({ key: 'common.invalid' })
    expect(await propose(kept)).toMatchObject({
      data: { reviews: [{ ground: null, compared: 'NOTHING' }] },
    })
  })

  it('accepts a void for differing pictures with a photo, but not after the pictures are deleted', async () => {
    const exam = await makeFlaggedAttempt()
    const { propose, decide } = await reviewers()
    await setAvatar(exam)
    const input = voidProposalInput(exam.attemptId, unlike)
    expect(await propose(input)).toMatchObject({
      data: { reviews: [{ ground: 'NOT_PHOTO', compared: 'PHOTO' }] },
    })
    expect(await propose(input)).toMatchObject({ code: 1 })
    const world = await deps()
    await world.db
      .updateTable('file')
      .set({ deleteDueAt: new Date(0) })
      .where('ownerId', '=', exam.sign.student.id)
      .where('purpose', '=', 'CAPTURE')
      .execute()
    await deleteExpiredFiles(world)
    expect(await decide(input.id)).toMatchObject({ key: 'exam.nothingToCompare' })
    expect(await decide(input.id, 'REJECTED')).toMatchObject({ data: { voided: false } })
  })

  it('also refuses a reason of the second reviewer that compares with pictures that do not exist', async () => {
    const exam = await makeFlaggedAttempt()
    const { propose, decide } = await reviewers()
    const input = voidProposalInput(exam.attemptId, { ground: 'ADMITTED' })
    await propose(input)
    expect(await decide(input.id, 'CONFIRMED', '看过了，与头像不是同一人')).toMatchObject(refused('reason'))
    expect(await decide(input.id)).toMatchObject({
      data: { voided: true, reviews: [{ ground: 'ADMITTED', compared: 'NOTHING' }] },
    })
  })
})
