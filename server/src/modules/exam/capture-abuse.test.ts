import { describe, expect, it } from 'vitest'
import { makeTestPicture } from '../../../test/factories/content.ts'
import {
  callSaveAnswer,
  makeExam,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
} from '../../../test/factories/exam.ts'
import {
  insertEarlierUploads,
  makeOnePixelPng,
  sendUploadForm,
  uploadStudentFile,
} from '../../../test/factories/file.ts'
import { makeBombPng } from '../../../test/factories/png.ts'
import { call, deps, sendRawRequest } from '../../../test/world.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const exam = await makeExam({ rules: { randomCaptures: 1 } })

const send = (file: Buffer, token = exam.token) => sendUploadForm({ purpose: 'CAPTURE', file }, token)

async function filesOf({ sign }: TestExam): Promise<number> {
  const { db } = await deps()
  const rows = await db.selectFrom('file').select('id').where('ownerId', '=', sign.student.id).execute()
  return rows.length
}

async function refusedAt(file: Buffer, key: string, words: string): Promise<void> {
  const before = await filesOf(exam)
  const [answer, alive] = await Promise.all([send(file), sendRawRequest('/api/client/first_page/v1/site_info')])
  expect(alive.status).toBe(200)
  expect(answer).toMatchObject({
    ...{ status: 200, key, msg: expect.stringContaining(words) },
    data: { fields: { file: expect.stringMatching(/[一-龥]/) } },
  })
  expect(await filesOf(exam)).toBe(before)
}

describe('invalid capture files', () => {
  it('refuses a capture that is text, SVG, HTML, a program or another image type', async () => {
    const gif = await makeTestPicture(40, 30).gif().toBuffer()
    for (const file of [
      Buffer.from('只是文字'),
      Buffer.from(svg),
      Buffer.from(`<?xml version="1.0"?>${svg}`),
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('MZ\u0090 not a picture'),
      gif,
    ])
      await refusedAt(file, 'file.wrongType', 'JPG')
  })

  it('refuses a capture that is cut off, damaged or followed by other data', async () => {
    const [jpeg, scans, png, webp] = await Promise.all([
      makeTestPicture(640, 480).jpeg().toBuffer(),
      makeTestPicture(640, 480).jpeg({ progressive: true }).toBuffer(),
      makeTestPicture(640, 480).png().toBuffer(),
      makeTestPicture(640, 480).webp().toBuffer(),
    ])
    const damaged = Buffer.from(png)
    damaged[40] = (damaged[40] ?? 0) ^ 0xff
    for (const whole of [jpeg, scans, png, webp]) {
      expect(await send(whole)).toMatchObject({ code: 1 })
      await refusedAt(whole.subarray(0, whole.length / 2), 'file.badPicture', '图片')
      await refusedAt(whole.subarray(0, -1), 'file.badPicture', '图片')
      await refusedAt(Buffer.concat([whole, Buffer.from(svg)]), 'file.badPicture', '图片')
    }
    await refusedAt(damaged, 'file.badPicture', '图片')
    await refusedAt(jpeg.subarray(0, 20), 'file.badPicture', '图片')
    await refusedAt(Buffer.concat([makeOnePixelPng().subarray(0, 33), Buffer.from(svg)]), 'file.badPicture', '图片')
  })

  it('refuses a capture that unpacks to gigabytes or has no size', async () => {
    const bomb = makeBombPng(20_000)
    expect(bomb.length).toBeLessThan(100_000)
    await refusedAt(bomb, 'file.badPicture', '尺寸')
    await refusedAt(makeBombPng(0), 'file.badPicture', '尺寸')
  })

  it('refuses a capture that is too large', async () => {
    const limit = 2 * 1024 * 1024
    expect(await send(makeOnePixelPng(limit))).toMatchObject({ code: 1, data: { size: limit } })
    for (const size of [limit + 1, 50 * 1024 * 1024]) await refusedAt(makeOnePixelPng(size), 'file.tooLarge', '2 MB')
  })
})

describe('a flood of captures', () => {
  it('refuses more than 240 captures an hour while answers are still saved', async () => {
    const busy = await makeExam()
    const sitting = await startTestAttempt(busy)
    await insertEarlierUploads(busy.sign.student.id, 'CAPTURE', 180)
    const flood = Array.from({ length: 75 }, () => send(makeOnePixelPng(), busy.token))
    const answer = callSaveAnswer(busy.token, sitting.attemptId, 1, rightAnswersOf(sitting, 1))
    const answers = await Promise.all(flood)
    expect(await answer).toMatchObject({ code: 1, data: { savedSeq: 1 } })
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(60)
    const refused = answers.filter(({ code }) => code !== 1)
    for (const one of refused) expect(one).toMatchObject({ key: 'file.tooMany', msg: '上传过于频繁，请稍后再试' })
    expect(await filesOf(busy)).toBe(240)
  })

  it('stores one picture per capture number and none for unknown numbers', async () => {
    const busy = await makeExam()
    const { attemptId } = await startTestAttempt(busy)
    const ids = await Promise.all(Array.from({ length: 12 }, () => uploadStudentFile(busy.sign.student, 'CAPTURE')))
    const capture = (no: number, fileId: string) =>
      call('POST /exam/v1/exam_capture', { attemptId, no, fileId }, busy.token)
    const answers = await Promise.all(ids.map(({ id }) => capture(1, id)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.filter(({ key }) => key === 'exam.captureConflict')).toHaveLength(11)
    const beside = await Promise.all(ids.map(({ id }, index) => capture(100 + index, id)))
    for (const one of beside)
      expect(one).toMatchObject({
        key: 'common.invalid',
        data: { fields: { no: expect.any(String) } },
      })
    const { db } = await deps()
    const kept = await db
      .selectFrom('capture')
      .select('fileId')
      .where('attemptId', '=', attemptId)
      .where('fileId', 'is not', null)
      .execute()
    expect(kept).toHaveLength(1)
  })
})
