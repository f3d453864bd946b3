import { call } from './call.ts'
import { forgetPapers } from './exam-attempt/kept-papers.ts'
import { forgetDrafts } from './form-draft.ts'
import { forgetKeptProofs } from './kept-proofs.ts'
import { forgetKeptBeats } from './lesson-player/kept-beats.ts'
import { sayLastWords } from './lesson-player/player.ts'
import { endSession, readSession } from './session.ts'
import { tellSignedOut } from './signed-out.ts'

/** how long signing out waits for the server */
const logoutMs = 3000

/**
 * Signs out here whatever the server answers: without its answer the token lapses by itself. What was studied is sent
 * while the token works; then nothing of it stays on a device that others may use.
 */
export async function logout(): Promise<void> {
  const student = readSession()?.userInfo.id
  await sayLastWords()
  const signal = AbortSignal.timeout(logoutMs)
  const told = call('POST /student/v1/logout', {}, { quiet: true, signal }).catch(() => null)
  if (student) tellSignedOut(student)
  endSession()
  if (student) forgetDrafts(student)
  if (student)
    await Promise.all([forgetKeptBeats(student), forgetPapers(student), forgetKeptProofs(student)])
  await told
}
