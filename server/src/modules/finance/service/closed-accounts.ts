import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { keepClosedMoney } from '../../order/service.ts'
import { type ClosedMoneyRow, findClosedMoney, listClosedMoney } from '../store/closed-accounts.ts'

/** What was paid and not studied when its account was closed; what waits first. */
export async function deskClosedAccounts(
  deps: Deps,
  input: Paging & { state?: 'OPEN' | 'KEPT' | undefined },
) {
  const { list, amountTotal, ...page } = await listClosedMoney(deps.db, input)
  return { list: list.map(toView), amountTotal, ...page }
}

/** The money is not given back. @returns the row as it is now */
export async function keepMoney(
  deps: Deps,
  staff: StaffAtWork,
  input: { orderNo: string; signId: string; reason: string },
) {
  await keepClosedMoney(deps, staff, input)
  return toView((await findClosedMoney(deps.db, input)) ?? refuse('order.closedMoneyNotFound'))
}

function toView({
  paidFen: paid,
  amountFen: amount,
  hoursLeft,
  goesBack,
  state,
  ...row
}: ClosedMoneyRow) {
  return {
    ...row,
    ...{ paid, amount, hoursLeft: hoursLeft / 10 },
    state: goesBack ? ('RETURNED' as const) : state,
  }
}
