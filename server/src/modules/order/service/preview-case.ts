import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findCase, findDecision, restOf } from '../store/cases.ts'
import { listTold, type OrderState, readOrderState } from '../store/order-state.ts'
import { enterProposal, type Proposal } from './decide-case.ts'

/** What would follow from a decision. */
export interface Consequences<Beside> {
  before: OrderState | null
  after: OrderState | null
  /** what the caller reads beside it */
  besideBefore: Beside | null
  besideAfter: Beside | null
  /** what its students would be told */
  messages: { name: string; title: string; body: string }[]
  /** fen of the case that would be left */
  rest: number
  second: boolean
  /** the channel would be asked for a refund */
  asksChannel: boolean
}

/** Ends a transaction that shall leave nothing behind. */
class OnlyTried extends Error {}

/** Does what the decision would do, reads what follows, and gives it all up: what staff see is what would happen. */
export async function previewDecision<Beside>(
  deps: Deps,
  staff: StaffAtWork,
  input: Proposal,
  beside: (db: Db, orderNo: string) => Promise<Beside | null>,
): Promise<Consequences<Beside>> {
  let found: Consequences<Beside> | undefined
  try {
    await inTransaction(deps.db, async (tx) => {
      found = await tryDecision(tx, deps, staff, input, beside)
      throw new OnlyTried()
    })
  } catch (error) {
    if (error instanceof OnlyTried && found) return found
    throw error
  }
  throw new Error('what was only tried has been kept')
}

async function tryDecision<Beside>(
  tx: Tx,
  deps: Deps,
  staff: StaffAtWork,
  input: Proposal,
  beside: (db: Db, orderNo: string) => Promise<Beside | null>,
): Promise<Consequences<Beside>> {
  const row = await findCase(tx, input.caseId)
  const orderNo = row?.orderNo ?? input.orderNo ?? null
  const before = orderNo ? await readOrderState(tx, orderNo) : null
  const besideBefore = orderNo ? await beside(tx, orderNo) : null
  const told = orderNo ? await listTold(tx, orderNo) : []
  const { refundNo } = await enterProposal(tx, deps, staff, input, true)
  // what would refuse at the end refuses now
  await sql`set constraints all immediate`.execute(tx)
  const known = new Set(told.map(({ id }) => id))
  const decision = await findDecision(tx, input.id)
  const after = await findCase(tx, input.caseId)
  return {
    before,
    besideBefore,
    besideAfter: orderNo ? await beside(tx, orderNo) : null,
    after: orderNo ? await readOrderState(tx, orderNo) : null,
    messages: orderNo ? (await listTold(tx, orderNo)).filter(({ id }) => !known.has(id)) : [],
    rest: after ? restOf(after) : 0,
    second: decision?.second ?? true,
    asksChannel: refundNo !== undefined,
  }
}
