import { isDeepStrictEqual } from 'node:util'
import type { RefusalKey } from '@ce/contract'
import type { StaffActor } from './auth/sessions.ts'
import { type Db, inTransaction, type Tx } from './db/database.ts'
import { refuse } from './errors.ts'

/** A member of staff. Tables name them by id or by username; no username looks like an id. */
type Person = Pick<StaffActor, 'staffId' | 'username'>

/** One kind of proposal: somebody makes it, a second member of staff decides, the proposer may withdraw it until then. */
export interface Approval<Held> {
  /** takes all locks of a decision in their order (decision 049), then reads the row */
  hold: (tx: Tx, id: string) => Promise<Held | undefined>
  /** The proposer (null: no member of staff), the state, and the decider's name if refusals show it. */
  standing: (held: Held) => {
    proposer: string | null
    state: string | null
    decider?: string | null
  }
  refusals: Record<'missing' | 'secondPerson' | 'notProposer' | 'decided', RefusalKey>
}

/** States, as tables hold them, of a proposal that nobody has decided. */
const waiting: readonly (string | null)[] = [null, 'OPEN', 'WAITING']

/** Whoever made a proposal does not decide it, whatever else they may do, and only they withdraw it. */
export function isProposer(staff: Person, proposer: string | null): boolean {
  return proposer === staff.staffId || proposer === staff.username
}

/** @returns the locked row; `waits` is false when the same decision was already made, so nothing is left to do */
export async function lockProposalToDecide<Held>(
  tx: Tx,
  approval: Approval<Held>,
  by: { staff: Person; id: string; isRepeat: (held: Held) => boolean },
): Promise<{ held: Held; waits: boolean }> {
  const { hold, standing, refusals } = approval
  const held = (await hold(tx, by.id)) ?? refuse(refusals.missing)
  if (isProposer(by.staff, standing(held).proposer)) refuse(refusals.secondPerson)
  return { held, waits: requireWaiting(approval, held, by.isRepeat) }
}

/**
 * `write` withdraws the row in a transaction of its own; a repeated call writes nothing. @param by.staff null: the
 * proposer is not staff, and the caller has checked that the proposal is theirs
 */
export function withdrawProposal<Held>(
  db: Db,
  approval: Approval<Held>,
  by: { staff: Person | null; id: string },
  write: (tx: Tx, held: Held) => Promise<unknown>,
): Promise<Held> {
  const { hold, standing, refusals } = approval
  return inTransaction(db, async (tx) => {
    const held = (await hold(tx, by.id)) ?? refuse(refusals.missing)
    const { proposer, state } = standing(held)
    if (by.staff && !isProposer(by.staff, proposer)) refuse(refusals.notProposer)
    if (requireWaiting(approval, held, () => state === 'WITHDRAWN')) await write(tx, held)
    return held
  })
}

function requireWaiting<Held>(
  { standing, refusals }: Approval<Held>,
  held: Held,
  isRepeat: (held: Held) => boolean,
): boolean {
  const { state, decider } = standing(held)
  if (waiting.includes(state)) return true
  if (isRepeat(held)) return false
  return refuse(refusals.decided, decider === undefined ? undefined : { by: decider })
}

/**
 * Whether a stored row already holds the requested values: the request repeats one whose response was lost. A missing
 * value equals null.
 */
export function isRepeatedRequest<Asked extends object>(
  there: { [Field in keyof Asked]?: unknown },
  asked: Asked,
): boolean {
  const fields = Object.keys(asked) as (keyof Asked)[]
  return fields.every((field) => isDeepStrictEqual(there[field] ?? null, asked[field] ?? null))
}
