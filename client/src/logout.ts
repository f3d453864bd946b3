import { callClient } from './call.ts'
import { maxLogoutWaitMs } from './device-session.ts'
import { deleteDraftsOfStudent } from './exam-attempt/stored-papers.ts'
import { deleteFormDraftsOf } from './form-draft.ts'
import { closeAllPlayers } from './lesson-player/open-players.ts'
import { deleteStoredHeartbeats } from './lesson-player/stored-heartbeats.ts'
import { endSession, readSession } from './session.ts'
import { broadcastSignedOut } from './signed-out.ts'
import { deleteStoredProofs } from './stored-proofs.ts'

/**
 * Signs a student out. Studied time is sent first, while the token works. If the server does not respond, the token
 * expires by itself.
 */
export async function signOutStudent(): Promise<void> {
  const student = readSession()?.userInfo.id
  await closeAllPlayers()
  const signal = AbortSignal.timeout(maxLogoutWaitMs)
  const told = callClient('POST /student/v1/logout', {}, { quiet: true, signal }).catch(() => null)
  if (student) broadcastSignedOut(student)
  endSession()
  if (student) deleteFormDraftsOf(student)
  if (student)
    await Promise.all([deleteStoredHeartbeats(student), deleteDraftsOfStudent(student), deleteStoredProofs(student)])
  await told
}
