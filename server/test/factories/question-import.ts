import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { mustStaff, staffCall } from '../world.ts'
import { uploadStaffFile } from './file.ts'
import type { TestStaff } from './staff.ts'

export function makeQuestionImportDesk(staff: TestStaff) {
  const uploaded = async (content: string | Buffer, name = 'bank.csv'): Promise<string> => {
    const file = { purpose: 'QUESTIONS', name, content: Buffer.from(content) } as const
    return (await uploadStaffFile(staff.token, file)).id
  }
  const check = (input: unknown) => staffCall('POST /question_import/v1/check', input, staff.token)
  const state = (importId: string) => mustStaff('GET /question_import/v1/state', { importId }, staff.token)
  /** @param hear collects the progress that each poll returns */
  const checked = async (
    content: string | Buffer,
    courseId: string,
    { mapping = null, name, hear }: { mapping?: unknown; name?: string; hear?: QuestionImportProgress[] } = {},
  ) => {
    const input = {
      importId: randomUUID(),
      fileId: await uploaded(content, name),
      courseId,
      mapping,
    }
    expect(await check(input)).toMatchObject({ code: 1 })
    const asked = async () => {
      const now = await state(input.importId)
      hear?.push({ read: now.read, total: now.total })
      return now.state
    }
    await expect.poll(asked, { timeout: 240_000, interval: 20 }).not.toBe('READING')
    return { ...input, ...(await state(input.importId)) }
  }
  return {
    uploaded,
    check,
    state,
    checked,
    run: (importId: string) => staffCall('POST /question_import/v1/run', { importId }, staff.token),
    rows: (importId: string, filter: Record<string, unknown> = {}) =>
      mustStaff('GET /question_import/v1/rows', { importId, ...filter } as never, staff.token),
    countBank: async (courseId: string) => (await mustStaff('GET /question/v1/list', { courseId }, staff.token)).total,
  }
}

export interface QuestionImportProgress {
  read: number
  total: number
}
