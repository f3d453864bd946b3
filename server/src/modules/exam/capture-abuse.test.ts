import { beforeAll, describe, expect, it } from 'vitest'
import { photo } from '../../../test/factories/content.ts'
import { makeExam, rightAnswers, save, sit, type TestExam } from '../../../test/factories/exam.ts'
import { onePixelPng, sentBefore, upload, uploadedFile } from '../../../test/factories/file.ts'
import { bombPng } from '../../../test/factories/png.ts'
import { ask, call, deps } from '../../../test/world.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
let exam: TestExam

beforeAll(async () => {
  exam = await makeExam({ rules: { randomCaptures: 1 } })
})

const send = (file: Buffer, token = exam.token) => upload({ purpose: 'CAPTURE', file }, token)

async function filesOf({ sign }: TestExam): Promise<number> {
  const { db } = await deps()
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('ownerId', '=', sign.student.id)
    .execute()
  return rows.length
}

/** Refused in words, the field named, nothing stored, and others are served meanwhile. To unfold what these claim to be takes minutes. */
async function refusedAt(file: Buffer, key: string, words: string): Promise<void> {
  const before = await filesOf(exam)
  const [answer, alive] = await Promise.all([
    send(file),
    ask('/api/client/first_page/v1/site_info'),
  ])
  expect(alive.status).toBe(200)
  expect(answer).toMatchObject({
    ...{ status: 200, key, msg: expect.stringContaining(words) },
    data: { fields: { file: expect.stringMatching(/[一-龥]/) } },
  })
  expect(await filesOf(exam)).toBe(before)
}

describe('a capture that is none', () => {
  it('is refused by its content: text, SVG, a page, a program, another kind of picture', async () => {
    const gif = await photo(40, 30).gif().toBuffer()
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

  it('is refused when it is cut off, damaged, or something else hides behind it', async () => {
    const [jpeg, scans, png, webp] = await Promise.all([
      photo(640, 480).jpeg().toBuffer(),
      photo(640, 480).jpeg({ progressive: true }).toBuffer(),
      photo(640, 480).png().toBuffer(),
      photo(640, 480).webp().toBuffer(),
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
    await refusedAt(
      Buffer.concat([onePixelPng().subarray(0, 33), Buffer.from(svg)]),
      'file.badPicture',
      '图片',
    )
  })

  it('is refused when it unfolds to gigabytes, or has no size', async () => {
    const bomb = bombPng(20_000)
    expect(bomb.length).toBeLessThan(100_000)
    await refusedAt(bomb, 'file.badPicture', '尺寸')
    await refusedAt(bombPng(0), 'file.badPicture', '尺寸')
  })

  it('is refused when it is too large, by a little or by 50 MB', async () => {
    const limit = 2 * 1024 * 1024
    expect(await send(onePixelPng(limit))).toMatchObject({ code: 1, data: { size: limit } })
    for (const size of [limit + 1, 50 * 1024 * 1024])
      await refusedAt(onePixelPng(size), 'file.tooLarge', '2 MB')
  })
})

describe('a flood of captures', () => {
  it('ends at 240 pictures an hour, in words, and the answers go on being saved', async () => {
    const busy = await makeExam()
    const sitting = await sit(busy)
    await sentBefore(busy.sign.student.id, 'CAPTURE', 180)
    const flood = Array.from({ length: 75 }, () => send(onePixelPng(), busy.token))
    const answer = save(busy.token, sitting.attemptId, 1, rightAnswers(sitting, 1))
    const answers = await Promise.all(flood)
    expect(await answer).toMatchObject({ code: 1, data: { savedSeq: 1 } })
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(60)
    const refused = answers.filter(({ code }) => code !== 1)
    for (const one of refused)
      expect(one).toMatchObject({ key: 'file.tooMany', msg: '上传过于频繁，请稍后再试' })
    expect(await filesOf(busy)).toBe(240)
  })

  it('leaves one picture in each place, and none beside the paper’s places', async () => {
    const busy = await makeExam()
    const { attemptId } = await sit(busy)
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => uploadedFile(busy.sign.student, 'CAPTURE')),
    )
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
