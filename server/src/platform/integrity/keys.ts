import type { Deps } from '../deps.ts'
import { StartError } from '../errors.ts'
import { openKeys } from '../keys.ts'
import { listNeededKeys } from '../known-keys.ts'
import type { IntegritySlice } from './rounds.ts'

/**
 * Looks into KEYS_DIR again, because a running process keeps the keys that it has read when the folder is lost.
 */
export async function checkKeys({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<IntegritySlice> {
  const needed = await listNeededKeys(db)
  const faults: string[] = []
  // Without needed keys, opening the folder would make new ones.
  if (needed.length > 0)
    await openKeys(env.keysDir, needed).catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error
      faults.push(error.message)
    })
  return { checked: needed.length, faults, next: null }
}
