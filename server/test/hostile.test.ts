import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCourse, makePlan, type TestPlan } from './factories/catalogue.ts'
import { makeEmployer, type TestEmployer } from './factories/employer.ts'
import { sendUploadForm, uploadInChunks } from './factories/file.ts'
import { posterInput } from './factories/poster.ts'
import { makeStaff, type TestStaff } from './factories/staff.ts'
import { makeStudent, type TestStudent } from './factories/student.ts'
import { type HostileFile, hostileFiles } from './hostile-files/corpus.ts'
import { employerCall, mustStaff, sendRawRequest, staffCall, world } from './world.ts'

interface Said {
  status: number
  words: string
}

let staff: TestStaff
let employer: TestEmployer
let student: TestStudent
let plan: TestPlan
let courseId: string
const megabyte = 1024 * 1024
const memories = () =>
  world().pids.map((pid) => {
    const said = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return Number(said?.[1] ?? 0) * 1024
  })

beforeAll(async () => {
  staff = await makeStaff({
    permissions: [
      ...(['student.import', 'question.edit', 'poster.import', 'poster.edit'] as const),
      ...(['teaching.edit', 'invoice.issue', 'proof.font'] as const),
    ],
  })
  ;[employer, student, plan] = await Promise.all([makeEmployer(), makeStudent(), makePlan()])
  courseId = (await makeCourse()).courseId
  // Both servers read a file of each kind before their memory is measured.
  for (let turn = 0; turn < 2; turn += 1) await said(textFile)
})

const textFile: HostileFile = {
  ...{ name: 'an ordinary text', use: 'TEXT', fileName: '', says: null },
  make: () => Buffer.from('<p>正文</p>'),
}

/** A busy server is asked again. */
async function said(file: HostileFile): Promise<Said> {
  for (;;) {
    const answer = await saidOnce(file).catch((error: unknown) => {
      if (/系统繁忙/.test(String(error))) return { status: 503, words: '' }
      throw error
    })
    if (answer.status !== 503) return answer
    await wait(1000)
  }
}

async function saidOnce(file: HostileFile): Promise<Said> {
  const content = file.make()
  const { use, fileName: name } = file
  const answered = ({ status, msg }: { status: number; msg: string }) => ({ status, words: msg })
  if (use === 'CAPTURE' || use === 'EVIDENCE')
    return answered(await sendUploadForm({ purpose: use, file: content, name }, student.token))
  if (use === 'TEXT') {
    const input = { categoryId: 28, content: posterInput({ bodyHtml: content.toString() }) }
    return answered(await staffCall('POST /poster/v1/create', input, staff.token))
  }
  if (use === 'EMPLOYER') {
    const about = { importId: randomUUID(), planId: plan.id, fileName: name, mapping: null }
    const input = { ...about, content: content.toString('base64') }
    return answered(await employerCall('POST /invitation/v1/check', input, employer.token))
  }
  const uploadId = await uploadInChunks({ purpose: use, name, content }, staff.token)
  const finished = await staffCall('POST /file/v1/finish', { uploadId }, staff.token)
  if (finished.code === 1 && use === 'INVOICE') {
    const input = { fileIds: [finished.data.id] }
    const issued = await staffCall('POST /invoice/v1/issue', input, staff.token)
    const [row] = issued.code === 1 ? issued.data.rows : []
    return answered({ ...issued, msg: row?.says ?? issued.msg })
  }
  if (finished.code !== 1 || !['ROSTER', 'QUESTIONS', 'IMPORT', 'FONT'].includes(use)) return answered(finished)
  const fileId = finished.data.id
  if (use === 'IMPORT') {
    const input = { fileId, categoryId: 28 }
    const checked = await staffCall('POST /poster_import/v1/check', input, staff.token)
    const problems = checked.code === 1 ? checked.data.rows.flatMap((row) => row.problems) : []
    return answered({ ...checked, msg: [checked.msg, ...problems].join('；') })
  }
  if (use === 'FONT') return answered(await staffCall('POST /print_font/v1/check', { fileId }, staff.token))
  const importId = randomUUID()
  const problem = await (use === 'ROSTER'
    ? rosterProblem({ importId, kind: 'STUDENTS', fileId, mapping: null })
    : questionsProblem({ importId, fileId, courseId, mapping: null }))
  return answered({ status: 200, msg: problem })
}

async function rosterProblem(input: { importId: string; [other: string]: unknown }) {
  await mustStaff('POST /roster_import/v1/check', input, staff.token)
  for (;;) {
    const { importId } = input
    const now = await mustStaff('GET /roster_import/v1/state', { importId }, staff.token)
    if (now.state !== 'READING') return now.problem ?? now.state
    await wait(50)
  }
}

async function questionsProblem(input: { importId: string; [other: string]: unknown }) {
  await mustStaff('POST /question_import/v1/check', input, staff.token)
  for (;;) {
    const { importId } = input
    const now = await mustStaff('GET /question_import/v1/state', { importId }, staff.token)
    if (now.state !== 'READING') return now.problem ?? now.state
    await wait(50)
  }
}

describe('reading hostile files', () => {
  let most = 0
  let before: number[] = []
  let watching: Promise<void>
  let isOver = false

  beforeAll(() => {
    before = memories()
    watching = (async () => {
      while (!isOver) {
        const answer = await sendRawRequest('/healthz')
        expect(answer.status).toBe(200)
        most = Math.max(most, ...memories().map((bytes, index) => bytes - (before[index] ?? 0)))
        await wait(50)
      }
    })()
  })
  afterAll(() => {
    isOver = true
  })

  it.each(hostileFiles.map((file) => [file.use, file.name, file] as const))(
    '%s: %s is answered with a sentence',
    async (_use, _name, file) => {
      const { status, words } = await said(file)
      expect(status).toBe(200)
      if (file.says !== null) expect(words).toContain(file.says)
      if (file.says !== null && !isImportState(words)) expect(words).toMatch(/\p{Script=Han}{4}/u)
    },
  )

  // `npm run bench isolation` measures how fast the servers answer.
  it('both servers keep their memory and answer while they read hostile files', async () => {
    isOver = true
    await watching
    expect(most).toBeLessThan(150 * megabyte)
  })
})

/** A harmless table either waits for its columns to be assigned or is checked row by row. */
const isImportState = (words: string) => words === 'MAPPING' || words === 'CHECKED'
