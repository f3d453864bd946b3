import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestExam } from '../../../test/factories/exam.ts'
import { uploadedFile } from '../../../test/factories/file.ts'
import { consequencesShown, sitFlagged } from '../../../test/factories/flagged.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { deps, must, staffCall } from '../../../test/world.ts'
import { deleteDueFiles } from '../file/service/tidy.ts'

/** Two reviewers, hired now: a session of the console does not last as long as an exam. */
async function reviewers() {
  const hire = () => makeStaff({ permissions: ['capture.review'] })
  const [first, second] = [await hire(), await hire()]
  return {
    info: (attemptId: string) =>
      staffCall('GET /capture_review/v1/info', { attemptId }, first.token),
    propose: (input: object) => staffCall('POST /capture_review/v1/propose', input, first.token),
    decide: async (id: string, decision = 'CONFIRMED', reason = '已对照全部照片') => {
      const seen = await consequencesShown(id, first.token)
      return staffCall(
        'POST /capture_review/v1/decide',
        { id, decision, reason, seen },
        second.token,
      )
    },
  }
}

const proposal = (attemptId: string, change: object = {}) => ({
  id: randomUUID(),
  attemptId,
  proposal: 'VOID',
  causes: [],
  reason: '本人在电话中承认由他人代考',
  ...change,
})

describe('a void for looking unlike the photo', () => {
  const unlike = { ground: 'NOT_PHOTO', reason: '与头像明显不是同一人' }
  const setAvatar = async (exam: TestExam) => {
    const avatarFileId = (await uploadedFile(exam.sign.student, 'AVATAR')).id
    await must('POST /student/v1/modify', { avatarFileId }, exam.token)
  }
  const refused = (field: string) => ({
    key: 'exam.nothingToCompare',
    data: { fields: { [field]: expect.stringMatching(/没有头像.*联系本人/) } },
  })

  it('is refused where there is nothing to compare with, as a ground and in words', async () => {
    const exam = await sitFlagged()
    const { info, propose } = await reviewers()
    const { attemptId } = exam
    expect((await info(attemptId)).data.comparable).toEqual({ photo: false, captures: 1 })
    expect(await propose(proposal(attemptId, unlike))).toMatchObject(refused('ground'))
    for (const reason of [
      '与头像明显不是同一人',
      '照片和资料照不一致',
      '头像与抓拍的人对不上',
      '两张抓拍不是同一个人',
    ])
      expect(await propose(proposal(attemptId, { reason }))).toMatchObject(refused('reason'))
    expect(await propose(proposal(attemptId, { ground: 'CHANGED' }))).toMatchObject({
      key: 'exam.nothingToCompare',
    })
    expect((await info(attemptId)).data).toMatchObject({ reviews: [], state: 'OPEN' })
    const kept = proposal(attemptId, { proposal: 'KEEP', causes: ['NO_PHOTO'] })
    expect(await propose({ ...kept, ground: 'OTHER' })).toMatchObject({ key: 'common.invalid' })
    expect(await propose(kept)).toMatchObject({
      data: { reviews: [{ ground: null, compared: 'NOTHING' }] },
    })
  })

  it('stands with a photo, and not once the pictures are gone before the second person looks', async () => {
    const exam = await sitFlagged()
    const { propose, decide } = await reviewers()
    await setAvatar(exam)
    const input = proposal(exam.attemptId, unlike)
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
    await deleteDueFiles(world)
    expect(await decide(input.id)).toMatchObject({ key: 'exam.nothingToCompare' })
    expect(await decide(input.id, 'REJECTED')).toMatchObject({ data: { voided: false } })
  })

  it('is held to the second person’s words, too', async () => {
    const exam = await sitFlagged()
    const { propose, decide } = await reviewers()
    const input = proposal(exam.attemptId, { ground: 'ADMITTED' })
    await propose(input)
    expect(await decide(input.id, 'CONFIRMED', '看过了，与头像不是同一人')).toMatchObject(
      refused('reason'),
    )
    expect(await decide(input.id)).toMatchObject({
      data: { voided: true, reviews: [{ ground: 'ADMITTED', compared: 'NOTHING' }] },
    })
  })
})
