import { randomUUID } from 'node:crypto'
import type { StaffCalls } from '@ce/contract'
import { deps, staffCall } from '../world.ts'
import { makeOnePixelPng, uploadStaffFile } from './file.ts'
import { makeStaff, type TestStaff } from './staff.ts'

type Proposal = StaffCalls['POST /finance/v1/propose_case']['request']

export const makeMoneyClerk = (): Promise<TestStaff> =>
  makeStaff({ permissions: ['finance.read', 'finance.refund', 'finance.resolve'] })

export async function findNewestCase(subject: string, kind?: string) {
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

export async function uploadReceipt(token: string): Promise<string> {
  const content = makeOnePixelPng()
  return (await uploadStaffFile(token, { purpose: 'MONEY', name: '银行回单.png', content })).id
}

export async function moneyProposalInput(
  given: Partial<Proposal> & Pick<Proposal, 'caseId' | 'outcome'>,
): Promise<Proposal> {
  const { db } = await deps()
  const row = await db.selectFrom('moneyDifference').select('foundAt').where('id', '=', given.caseId).executeTakeFirst()
  const foundAt = (row?.foundAt ?? new Date()).toISOString()
  return { id: randomUUID(), foundAt, amount: 0, reason: '已核对渠道账单', ...given }
}

export const callProposeMoneyDecision = async (
  token: string | undefined,
  given: Partial<Proposal> & Pick<Proposal, 'caseId' | 'outcome'>,
) => staffCall('POST /finance/v1/propose_case', await moneyProposalInput(given), token)

export const callDecideMoneyProposal = (
  token: string | undefined,
  id: string,
  decision: 'APPROVED' | 'REFUSED' = 'APPROVED',
) => staffCall('POST /finance/v1/decide_case', { id, decision, reason: '已核对凭证' }, token)

/** Another person agrees to the decision where the rules require it. @returns the case afterwards */
export async function resolveMoneyCase(
  given: Partial<Proposal> & Pick<Proposal, 'caseId' | 'outcome'>,
): Promise<StaffCalls['GET /finance/v1/case']['response']> {
  const [first, second] = [await makeMoneyClerk(), await makeMoneyClerk()]
  const proposed = await callProposeMoneyDecision(first.token, {
    fileId: await uploadReceipt(first.token),
    ...given,
  })
  if (proposed.code !== 1) throw new Error(`refused: ${proposed.key} ${proposed.msg}`)
  const waits = proposed.data.decisions.find(({ state }) => state === 'OPEN')
  if (!waits) return proposed.data
  const decided = await callDecideMoneyProposal(second.token, waits.id)
  if (decided.code !== 1) throw new Error(`refused: ${decided.key} ${decided.msg}`)
  return decided.data
}
