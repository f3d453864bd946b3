import { randomUUID } from 'node:crypto'
import type { StaffCalls } from '@ce/contract'
import { deps, staffCall } from '../world.ts'
import { onePixelPng, staffFile } from './file.ts'
import { makeStaff, type TestStaff } from './staff.ts'

type Proposal = StaffCalls['POST /finance/v1/propose_case']['request']

/** Somebody who may settle cases of money. */
export const clerk = (): Promise<TestStaff> =>
  makeStaff({ permissions: ['finance.read', 'finance.refund', 'finance.resolve'] })

/** The newest case of a number, of this kind where there are several; as the worklist has it. */
export async function caseOf(subject: string, kind?: string) {
  const { db } = await deps()
  const rows = await db
    .selectFrom('moneyDifference')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('foundAt', 'desc')
    .execute()
  const row = rows.find((one) => kind === undefined || one.kind === kind)
  if (!row) throw new Error(`no case of ${subject}`)
  return row
}

/** A picture of a bank's receipt, uploaded by its token. */
export async function evidence(token: string): Promise<string> {
  const content = onePixelPng()
  return (await staffFile(token, { purpose: 'MONEY', name: '银行回单.png', content })).id
}

/** What somebody proposes for a case, as it stands now unless told otherwise. */
export async function proposalOf(
  given: Partial<Proposal> & Pick<Proposal, 'caseId' | 'outcome'>,
): Promise<Proposal> {
  const { db } = await deps()
  const row = await db
    .selectFrom('moneyDifference')
    .select('foundAt')
    .where('id', '=', given.caseId)
    .executeTakeFirst()
  const foundAt = (row?.foundAt ?? new Date()).toISOString()
  return { id: randomUUID(), foundAt, amount: 0, reason: '已核对渠道账单', ...given }
}

export const propose = async (
  token: string | undefined,
  given: Partial<Proposal> & Pick<Proposal, 'caseId' | 'outcome'>,
) => staffCall('POST /finance/v1/propose_case', await proposalOf(given), token)

export const decideProposal = (
  token: string | undefined,
  id: string,
  decision: 'APPROVED' | 'REFUSED' = 'APPROVED',
) => staffCall('POST /finance/v1/decide_case', { id, decision, reason: '已核对凭证' }, token)

/** Proposed by one, and agreed to by another where the rules ask for it. @returns the case afterwards */
export async function settleCase(
  given: Partial<Proposal> & Pick<Proposal, 'caseId' | 'outcome'>,
): Promise<StaffCalls['GET /finance/v1/case']['response']> {
  const [first, second] = [await clerk(), await clerk()]
  const proposed = await propose(first.token, {
    fileId: await evidence(first.token),
    ...given,
  })
  if (proposed.code !== 1) throw new Error(`refused: ${proposed.key} ${proposed.msg}`)
  const waits = proposed.data.decisions.find(({ state }) => state === 'OPEN')
  if (!waits) return proposed.data
  const decided = await decideProposal(second.token, waits.id)
  if (decided.code !== 1) throw new Error(`refused: ${decided.key} ${decided.msg}`)
  return decided.data
}
