import { neededWords } from '../student/needed-words.ts'
/** The password once more, for what a sign-in left open must not do. */
export const passwordNeeded = (password: string): string | null =>
  password === '' ? neededWords.password : null
