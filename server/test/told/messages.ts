import type { TestStudent } from '../factories/student.ts'
import { must } from '../world.ts'

export async function listMessagesTo({ token }: Pick<TestStudent, 'token'>) {
  return (await must('GET /message/v1/list', {}, token)).list
}

export async function listMessageTitlesTo(student: Pick<TestStudent, 'token'>): Promise<string[]> {
  return (await listMessagesTo(student)).map(({ title }) => title)
}
