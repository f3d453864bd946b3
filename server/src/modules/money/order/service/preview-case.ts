import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findCaseDecision, findMoneyCase, openAmountOfCase } from '../store/cases.ts'
import { findOrderOverview, listMessagesOfOrder, type OrderOverview } from '../store/order-lists.ts'
import { type CaseProposalInput, insertCaseProposal } from './decide-case.ts'

export interface CasePreviewResult<Beside> {
  before: OrderOverview | null
  after: OrderOverview | null
  besideBefore: Beside | null
  besideAfter: Beside | null
  messages: { name: string; title: string; body: string }[]
  rest: number
  second: boolean
  asksChannel: boolean
}

/** Thrown to roll back the trial of a decision. */
class OnlyTried extends Error {}

/** Runs the decision and rolls it back, so the preview is exact. */
export async function previewCaseDecision<Beside>(
  deps: Deps,
  staff: StaffAtWork,
  input: CaseProposalInput,
  beside: (db: Db, orderNo: string) => Promise<Beside | null>,
): Promise<CasePreviewResult<Beside>> {
  let found: CasePreviewResult<Beside> | undefined
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
  input: CaseProposalInput,
  beside: (db: Db, orderNo: string) => Promise<Beside | null>,
): Promise<CasePreviewResult<Beside>> {
  const row = await findMoneyCase(tx, input.caseId)
  const orderNo = row?.orderNo ?? input.orderNo ?? null
  const before = orderNo ? await findOrderOverview(tx, orderNo) : null
  const besideBefore = orderNo ? await beside(tx, orderNo) : null
  const told = orderNo ? await listMessagesOfOrder(tx, orderNo) : []
  const { refundNo } = await insertCaseProposal(tx, deps, staff, input, true)
  // Check deferred constraints now, because the transaction is rolled back and never commits.
  await sql`set constraints all immediate`.execute(tx)
  const known = new Set(told.map(({ id }) => id))
  const decision = await findCaseDecision(tx, input.id)
  const after = await findMoneyCase(tx, input.caseId)
  return {
    before,
    besideBefore,
    besideAfter: orderNo ? await beside(tx, orderNo) : null,
    after: orderNo ? await findOrderOverview(tx, orderNo) : null,
    messages: orderNo ? (await listMessagesOfOrder(tx, orderNo)).filter(({ id }) => !known.has(id)) : [],
    rest: after ? openAmountOfCase(after) : 0,
    second: decision?.second ?? true,
    asksChannel: refundNo !== undefined,
  }
}
