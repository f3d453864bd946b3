import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { staffCall } from '../world.ts'
import { makeStaff } from './staff.ts'

interface Account {
  id: string
}

export const mergeInput = (kept: Account, closed: Account) => ({
  id: randomUUID(),
  keptId: kept.id,
  closedId: closed.id,
  reason: '同一人注册了两次',
})

export type MergeTestDesk = Awaited<ReturnType<typeof makeMergeTestDesk>>

/** Makes two staff members who may merge accounts. By default the first one proposes and the second one decides. */
export async function makeMergeTestDesk() {
  const [first, second] = [await makeMerger(), await makeMerger()]
  const propose = (input: object, staff = first) => staffCall('POST /student_desk/v1/propose_merge', input, staff.token)
  const decide = (id: string, decision = 'DONE', staff = second) =>
    staffCall('POST /student_desk/v1/decide_merge', { id, decision, reason: '已核对' }, staff.token)
  async function merge(kept: Account, closed: Account) {
    const input = mergeInput(kept, closed)
    expect(await propose(input)).toMatchObject({ code: 1 })
    const answer = await decide(input.id)
    expect(answer).toMatchObject({ code: 1, data: { state: 'DONE' } })
    return answer.data
  }
  return { first, second, propose, decide, merge }
}

const makeMerger = () => makeStaff({ permissions: ['student.read', 'student.merge'] })
