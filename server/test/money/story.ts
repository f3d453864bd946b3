import type { StudentActor } from '../../src/platform/auth/sessions.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { EmployerCaller } from '../../src/platform/employer-calls.ts'
import type { TestStudent } from '../factories/student.ts'
import type { TestChannelNotification } from '../factories/wechat.ts'

/** The story of a student with an employer and a colleague: orders, requests and notifications so far. */
export interface MoneyStory {
  since: Date
  student: TestStudent
  colleague: TestStudent
  actor: StudentActor
  employer: EmployerCaller
  invitations: string[]
  orders: string[]
  teamOrders: string[]
  requests: string[]
  /** Notifications that were not delivered yet or may be repeated. */
  messages: TestChannelNotification[]
  /** Payments that the channel has changed or lost, so that it sends nothing about them any more. */
  broken: string[]
  strangers: { outTradeNo: string; channel: 'WECHAT' | 'ALIPAY' }[]
}

/** One step of a story; `pick` chooses among the possibilities. */
export type StoryStep = (world: Deps, story: MoneyStory, pick: number) => Promise<unknown>

export function listStoryOrders({ db }: Pick<Deps, 'db'>, { student, employer }: MoneyStory) {
  return db
    .selectFrom('orders')
    .select(['orderNo', 'status', 'amountFen'])
    .where((where) =>
      where.or([where('studentId', '=', student.id), where('organisationId', '=', employer.organisationId)]),
    )
    .execute()
}
