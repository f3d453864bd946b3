import { createHash } from 'node:crypto'
import { refuse } from '../../../platform/errors.ts'

/** What an editor has seen: the same as long as nobody changed it. */
export function versionOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}

/**
 * A whole row is written: who does not know the present one would undo another's change unseen.
 * @throws Refusal first_page.stale
 */
export function requireDigest(now: object, version: string | undefined): void {
  if (versionOf(now) !== version) refuse('first_page.stale')
}
