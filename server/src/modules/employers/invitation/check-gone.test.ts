import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeEmployer } from '../../../../test/factories/employer.ts'
import { deps, employerCall, mustEmployer } from '../../../../test/world.ts'
import { checkInvitationList } from './service/import-list.ts'

it('stops reading an employer list when the sender disconnects, and accepts the list again', async () => {
  const [all, employer, plan] = [await deps(), await makeEmployer(), await makePlan()]
  const { id: organisationId, name, creditCode, token } = employer
  const actor = {
    ...{ organisationId, name, creditCode },
    ...{ mustChangePassword: false, tokenHash: '', ip: '127.0.0.1' },
  }
  const content = Buffer.from('姓名,证件号\n王一,330102199001011237\n').toString('base64')
  const input = {
    ...{ importId: randomUUID(), planId: plan.id, content },
    ...{ fileName: '名单.csv', mapping: null },
  }
  const caller = new AbortController()
  const reading = checkInvitationList(all, actor, input, caller.signal)
  caller.abort()
  await expect(reading).rejects.toThrow('common.busy')
  const { importId } = input
  const state = await employerCall('GET /invitation/v1/check_state', { importId }, token)
  expect(state.key).toBe('invitation.importNotFound')
  const report = await mustEmployer('POST /invitation/v1/check', input, token)
  expect(report).toMatchObject({ importId, total: 1 })
})
