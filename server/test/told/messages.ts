import type { TestStudent } from '../factories/student.ts'
import { must } from '../world.ts'

/** What a student has been told, newest first, as their page shows it. */
export async function messagesTo({ token }: Pick<TestStudent, 'token'>) {
  return (await must('GET /message/v1/list', {}, token)).list
}

/** The titles alone. */
export async function titlesTo(student: Pick<TestStudent, 'token'>): Promise<string[]> {
  return (await messagesTo(student)).map(({ title }) => title)
}
