import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import {
  failNextMessages,
  listDeliveriesOf,
  passTimeToHour,
  runDeliveryJob,
  sendTestMessage,
} from '../../../test/factories/outside.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { must, mustStaff, staffCall } from '../../../test/world.ts'

beforeAll(() => passTimeToHour(9))
afterEach(() => failNextMessages())

const reason = 'FailedOperation.PhoneNumberInBlacklist'

async function withFailed() {
  const student = await makeStudent()
  await must('POST /message/v1/agree_sms', {}, student.token)
  await sendTestMessage(student)
  await failNextMessages({ channel: 'SMS', to: student.phone, kind: 'REFUSED', times: 1 })
  await runDeliveryJob()
  expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'FAILED', reason }])
  return student
}

describe('message desk', () => {
  it('the message desk counts failures by reason and shows no recipients', async () => {
    const staff = await makeStaff({ permissions: ['message.deliver'] })
    const { phone } = await withFailed()
    const figures = await mustStaff('GET /message/v1/deliveries', {}, staff.token)
    expect(figures.channels).toMatchObject([
      { channel: 'EMAIL', on: true },
      { channel: 'SMS', on: true, failed: expect.any(Number) },
    ])
    expect(figures.failures).toContainEqual(
      expect.objectContaining({ channel: 'SMS', reason, count: expect.any(Number) }),
    )
    expect(JSON.stringify(figures)).not.toContain(phone)
    const { list } = await mustStaff('GET /todo/v1/list', {}, staff.token)
    expect(list).toMatchObject([{ queue: 'DELIVERY', count: expect.any(Number) }])
  })

  it('a retry sends failed messages of one reason once, only with consent, and is audited', async () => {
    const staff = await makeStaff({ permissions: ['message.deliver'] })
    const [student, gone] = [await withFailed(), await withFailed()]
    await must('POST /message/v1/withdraw', { channel: 'SMS' }, gone.token)
    const again = () => mustStaff('POST /message/v1/retry', { channel: 'SMS', reason }, staff.token)
    const { count } = await again()
    expect(count).toBeGreaterThan(0)
    expect(await again()).toEqual({ count: 0 })
    await runDeliveryJob()
    expect(await listDeliveriesOf(student)).toMatchObject([{ state: 'SENT', tries: 1 }])
    expect(await listDeliveriesOf(gone)).toMatchObject([{ state: 'DROPPED', reason: null }])
    const rows = (await listAuditRowsOf('SMS')).filter(({ actor }) => actor === staff.username)
    expect(rows).toMatchObject([{ action: 'message.retried', detail: { reason, count } }])
  })

  it.each([
    ['GET /message/v1/deliveries', {}],
    ['POST /message/v1/retry', { channel: 'SMS', reason }],
  ] as const)('%s requires sign-in and permission', async (key, input) => {
    expect((await staffCall(key, input)).status).toBe(401)
    const other = await makeStaff({ permissions: ['audit.read'] })
    expect(await staffCall(key, input, other.token)).toMatchObject({ key: 'staff.forbidden' })
  })

  it('a retry refuses an unknown channel', async () => {
    const staff = await makeStaff({ permissions: ['message.deliver'] })
    const fields = { channel: expect.any(String), reason: expect.any(String) }
    const bad = { channel: 'FAX', reason: '' }
    expect(await staffCall('POST /message/v1/retry', bad, staff.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields },
    })
  })
})
