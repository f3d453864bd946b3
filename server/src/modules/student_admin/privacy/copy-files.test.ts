import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import {
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
} from '../../../../test/factories/course_reduce.ts'
import { makeOnePixelPng, sendUploadForm, uploadStudentFile } from '../../../../test/factories/file.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { deps, must, sendRawRequest } from '../../../../test/world.ts'
import { expireFiles } from '../../file/service.ts'
import { makeDataCopies } from './service/make-copy.ts'

async function unpacked(student: TestStudent) {
  const wish = { id: randomUUID(), password: student.password }
  await must('POST /privacy/v1/export', wish, student.token)
  await makeDataCopies(await deps())
  const [made] = (await must('GET /privacy/v1/exports', {}, student.token)).list
  const response = await sendRawRequest(made?.url ?? '')
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(bytes).toHaveLength(made?.size ?? -1)
  const entries = unzipSync(bytes)
  const text = (name: string) => new TextDecoder().decode(entries[name])
  return {
    entries,
    data: JSON.parse(text('data.json')) as Record<string, Record<string, unknown>[]>,
    page: text('个人信息副本.html'),
    papers: JSON.parse(text('answers.json')) as unknown[],
  }
}

async function evidence(student: TestStudent, name: string, content: Buffer) {
  const answer = await sendUploadForm({ purpose: 'EVIDENCE', file: content, name }, student.token)
  if (answer.code !== 1) throw new Error(answer.msg)
  return answer.data
}

it('a data copy contains the uploaded files and lists their paths', async () => {
  const [student, stranger] = await Promise.all([makeStudent(), makeStudent()])
  const [proof, scan] = [makeOnePixelPng(400_000), makeOnePixelPng()]
  const files = [await evidence(student, '发表的论文：封面?.png', proof), await evidence(student, '身份证.png', scan)]
  const [reduced, corrected] = files
  const type = await makeReductionType(await makeReductionReviewer())
  await makeSubmittedReduction(type, { attachments: [reduced?.id ?? ''] }, { student })
  const wish = { id: randomUUID(), field: 'NAME', value: '欧阳更正', reason: '登记有误' } as const
  await must('POST /privacy/v1/correct', { ...wish, fileId: corrected?.id ?? '' }, student.token)
  const portrait = await uploadStudentFile(student, 'AVATAR')
  const capture = await uploadStudentFile(student, 'CAPTURE')
  const gone = await evidence(student, '换下的.png', makeOnePixelPng())
  await evidence(stranger, '别人的.png', makeOnePixelPng())
  const { db } = await deps()
  await db.transaction().execute((tx) => expireFiles(tx, [gone.id]))
  const { entries, data, page, papers } = await unpacked(student)
  const inside = Object.keys(entries).filter((name) => name.startsWith('文件/'))
  expect(inside).toHaveLength(3)
  const placeOf = (name: string) => inside.find((one) => one.endsWith(`-${name}`)) ?? 'none'
  const [first, second] = [placeOf('发表的论文：封面_.png'), placeOf('身份证.png')]
  expect(Buffer.from(entries[first] ?? []).equals(proof)).toBe(true)
  expect(Buffer.from(entries[second] ?? []).equals(scan)).toBe(true)
  expect(data.reductions).toMatchObject([{ files: first }])
  expect(data.corrections).toMatchObject([{ file: second }])
  const placed = data.files?.map(({ name, place }) => [name, place])
  expect(placed).toEqual([
    ['发表的论文：封面?.png', first],
    ['身份证.png', second],
    [portrait.name, placeOf(portrait.name)],
    [capture.name, null],
    ['换下的.png', null],
  ])
  expect(page).toContain(first)
  expect(papers).toEqual([])
})

it('a data copy is made even if the content of a file is missing', async () => {
  const student = await makeStudent()
  const file = await evidence(student, '丢失的.png', makeOnePixelPng())
  const { db, files } = await deps()
  const row = await db.selectFrom('file').select('storageKey').where('id', '=', file.id).executeTakeFirstOrThrow()
  await files.remove(row.storageKey)
  const { data, entries } = await unpacked(student)
  expect(data.files).toMatchObject([{ name: '丢失的.png', place: null }])
  expect(Object.keys(entries)).toEqual(['data.json', '个人信息副本.html', 'answers.json'])
})

it('interrupted data copies leave nothing behind and are made later', async () => {
  const student = await makeStudent()
  await evidence(student, '照片.png', makeOnePixelPng(400_000))
  const wish = { id: randomUUID(), password: student.password }
  await must('POST /privacy/v1/export', wish, student.token)
  const all = await deps()
  for (let time = 0; time < 3; time += 1) {
    const stop = new AbortController()
    const folders: string[] = []
    const files: typeof all.files = {
      ...all.files,
      put: (key, content) => {
        folders.push(key.slice(0, 2))
        stop.abort(new Error('stopping'))
        return all.files.put(key, content)
      },
    }
    await expect(makeDataCopies({ ...all, files }, stop.signal)).rejects.toThrow('stopping')
    expect(folders).toHaveLength(1)
    const there = await all.files.list(folders[0] ?? '')
    expect(there.filter(({ key }) => key.endsWith('.part'))).toEqual([])
  }
  await makeDataCopies(all)
  const { list } = await must('GET /privacy/v1/exports', {}, student.token)
  expect(list).toMatchObject([{ state: 'READY' }])
})
