import { formatTeacher } from '@ce/client/format.ts'

export interface TeacherName {
  name: string
  titleCode: number
}

type Teacher = TeacherName & { id: string }

/** Drops a title typed after the name, because the server searches names only. */
export const teacherKeyword = (words: string) => (words.trim().split(/\s/)[0] ?? '').slice(0, 50)

export function teacherOptions(found: readonly Teacher[], chosen: Teacher | undefined) {
  const missing = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []
  return [...found, ...missing].map((one) => ({ value: one.id, label: formatTeacher(one) }))
}
