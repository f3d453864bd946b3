import type { StudentActor } from '../../src/platform/auth/sessions.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { EmployerAtWork } from '../../src/platform/employer-calls.ts'
import type { TestStudent } from '../factories/student.ts'
import type { Message } from '../factories/wechat.ts'

/** One student's story, with an employer and a colleague it pays for too: what was ordered, asked for and told so far. */
export interface Story {
  /** what came before is another story's */
  since: Date
  student: TestStudent
  colleague: TestStudent
  actor: StudentActor
  employer: EmployerAtWork
  /** of the student and the colleague, who agreed */
  invitations: string[]
  orders: string[]
  /** the employer's among them */
  teamOrders: string[]
  requests: string[]
  /** what the channel sent and nobody has brought yet, or may bring again */
  messages: Message[]
  /** numbers of money that came under none of ours, with its channel */
  /** numbers of payments whose rows the channel changed or lost: it does nothing about them any more */
  broken: string[]
  strangers: { outTradeNo: string; channel: 'WECHAT' | 'ALIPAY' }[]
}

/** One step; `pick` chooses among what there is. */
export type Step = (world: Deps, story: Story, pick: number) => Promise<unknown>

/** Every order of the story: the student's, and the employer's. */
export function ordersOf({ db }: Pick<Deps, 'db'>, { student, employer }: Story) {
  return db
    .selectFrom('orders')
    .select(['orderNo', 'status', 'amountFen'])
    .where((where) =>
      where.or([
        where('studentId', '=', student.id),
        where('organisationId', '=', employer.organisationId),
      ]),
    )
    .execute()
}
