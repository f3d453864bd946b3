import { appNow, type Tx } from '../../../platform/db/database.ts'
import type { Keys } from '../../../platform/keys.ts'
import { changeStaff, type StaffRow } from '../store/accounts.ts'
import { totpStep } from '../totp.ts'

/** The secret of an account is sealed for that account alone. */
export function totpUse(staffId: string): string {
  return `totp:${staffId}`
}

/**
 * Whether the code is right and newer than every code taken before; taking it spends it. The caller holds the row's
 * lock, so that one code opens once.
 */
export async function spendCode(
  tx: Tx,
  keys: Keys,
  row: Pick<StaffRow, 'id' | 'totpSecret' | 'totpLastStep'>,
  code: string,
): Promise<boolean> {
  if (!row.totpSecret) return false
  const use = totpUse(row.id)
  const secret = keys.open(use, row.totpSecret)
  const step = totpStep(secret, code, await appNow(tx))
  if (step === null || step <= row.totpLastStep) return false
  // after a rotation the secret is sealed with the new key as soon as it is used
  const sealed = keys.isSealedByNewest(row.totpSecret) ? {} : { totpSecret: keys.seal(use, secret) }
  await changeStaff(tx, row.id, { totpLastStep: step, ...sealed })
  return true
}
