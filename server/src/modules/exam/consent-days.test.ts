import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeExam, sit, type TestExam } from '../../../test/factories/exam.ts'
import { uploadedFile } from '../../../test/factories/file.ts'
import { deps, must } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Settings, SettingsReader } from '../../platform/settings.ts'
import { takeCapture } from './service/capture.ts'
import { giveConsent } from './service/consent.ts'
import { readInfo } from './service/info.ts'
import { startExam } from './service/start.ts'

/** The product as it is once this figure holds; of no account to other tests. */
async function keepingFor(days: number): Promise<Deps> {
  const all = await deps()
  const settings = new SettingsReader(all.db)
  const read = settings.all.bind(settings)
  settings.all = async (): Promise<Settings> => ({
    ...(await read()),
    'exam.captureKeepDays': days,
  })
  return { ...all, settings }
}

/** A picture as its upload leaves it by this figure; its id. */
async function keptFor(exam: TestExam, days: number): Promise<string> {
  const { db } = await deps()
  const { id } = await uploadedFile(exam.sign.student, 'CAPTURE')
  await db
    .updateTable('file')
    .where('id', '=', id)
    .set(({ ref }) => ({
      deleteDueAt: sql<Date>`${ref('createdAt')} + interval '1 day' * ${days}`,
    }))
    .execute()
  return id
}

async function keptDays({ db }: Deps, id: string): Promise<number> {
  const { deleteDueAt, createdAt } = await db
    .selectFrom('file')
    .select(['deleteDueAt', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Math.round((Number(deleteDueAt) - Number(createdAt)) / 86_400_000)
}

it('another number of days is another consent: asked for anew, and nothing begins without it', async () => {
  const exam = await makeExam()
  const actor = { studentId: exam.sign.student.id } as Parameters<typeof giveConsent>[1]
  const { version } = (await must('GET /exam/v1/info', exam.exam, exam.token)).consent
  expect(version).toMatch(/\/180$/)
  await must('POST /exam/v1/consent', { ...exam.exam, mode: 'CAMERA', version }, exam.token)
  const longer = await keepingFor(365)
  const { consent } = await readInfo(longer, actor, exam.exam)
  expect(consent.given).toBeNull()
  expect(consent.text.join('')).toContain('保存 365 天')
  await expect(startExam(longer, actor, exam.exam)).rejects.toMatchObject({
    key: 'exam.consentNeeded',
  })
  const again = { ...exam.exam, mode: 'CAMERA' as const }
  await expect(giveConsent(longer, actor, { ...again, version })).rejects.toMatchObject({
    key: 'exam.consentOutdated',
  })
  await giveConsent(longer, actor, { ...again, version: consent.version })
  await startExam(longer, actor, exam.exam)
})

it.each([
  { figure: 365, kept: 180 },
  { figure: 90, kept: 90 },
])('a figure of $figure days during a sitting keeps its picture $kept', async (days) => {
  const exam = await makeExam()
  const { attemptId } = await sit(exam)
  const id = await keptFor(exam, days.figure)
  const later = await keepingFor(days.figure)
  const actor = { studentId: exam.sign.student.id } as Parameters<typeof takeCapture>[1]
  expect(await takeCapture(later, actor, { attemptId, no: 1, fileId: id })).toEqual({
    accepted: true,
  })
  expect(await keptDays(later, id)).toBe(days.kept)
})

it('a picture that comes too soon, or where another was taken, is kept no longer either', async () => {
  const exam = await makeExam({ rules: { randomCaptures: 1 } })
  const { attemptId } = await sit(exam)
  const later = await keepingFor(365)
  const [first, soon, second] = [
    await keptFor(exam, 365),
    await keptFor(exam, 365),
    await keptFor(exam, 365),
  ]
  const actor = { studentId: exam.sign.student.id } as Parameters<typeof takeCapture>[1]
  const take = (no: number, fileId: string) => takeCapture(later, actor, { attemptId, no, fileId })
  expect(await take(1, first)).toEqual({ accepted: true })
  expect(await take(2, soon)).toEqual({ accepted: false })
  await expect(take(1, second)).rejects.toMatchObject({ key: 'exam.captureConflict' })
  for (const id of [first, soon, second]) expect(await keptDays(later, id)).toBe(180)
})
