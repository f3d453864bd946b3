import type { Tx } from '../../../platform/db/database.ts'
import { notify } from '../../message/service.ts'
import { revokedMessage } from '../messages.ts'
import type { Revocation } from '../revocation.ts'
import { setRevoked } from '../store.ts'

/** Makes a proof void and tells its student, in the caller's transaction. */
export async function revokeProof(
  tx: Tx,
  proof: { id: string; studentId: string; year: number; number: string },
  revocation: Revocation,
): Promise<void> {
  const trial = await setRevoked(tx, proof.id, revocation)
  await notify(tx, revokedMessage({ ...proof, trial }, revocation.reason))
}
