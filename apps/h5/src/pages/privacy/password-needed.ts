import { neededWords } from '@ce/frame/student/person/needed-words.ts'
/** The password once more, for what a sign-in left open must not do. */
export const passwordNeeded = (password: string): string | null =>
  password === '' ? neededWords.password : null
