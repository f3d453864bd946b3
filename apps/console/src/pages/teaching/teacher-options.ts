import { formatTeacher } from '@ce/client/format.ts'

export interface Named {
  name: string
  titleCode: number
}

type Teacher = Named & { id: string }

/** What the server looks for: a title that was typed behind a name is in nobody's name. */
export const keywordOf = (words: string) => (words.trim().split(/\s/)[0] ?? '').slice(0, 50)

/** Those found, and who is chosen already, found or not. */
export function teacherOptions(found: readonly Teacher[], chosen: Teacher | undefined) {
  const missing = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []
  return [...found, ...missing].map((one) => ({ value: one.id, label: formatTeacher(one) }))
}
