import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { setClosedAccountMoneyKept } from '../../order/service/closed-account-money.ts'
import { type ClosedAccountMoneyRow, findClosedAccountMoney, listClosedAccountMoney } from '../store/closed-accounts.ts'
import { listMoneyCasesOfDays, listMoneyReportDays, listMoneyYears, sumMoneyByChannel } from '../store/year-report.ts'

const mostDays = 200

const mostCases = 1000

/** Lists paid but unused order lines of closed accounts, open ones first. */
export async function deskClosedAccounts(deps: Deps, input: PageRequest & { state?: 'OPEN' | 'KEPT' | undefined }) {
  const { list, amountTotal, ...page } = await listClosedAccountMoney(deps.db, input)
  return { list: list.map(toView), amountTotal, ...page }
}

export async function decideClosedAccountWithoutRefund(
  deps: Deps,
  staff: StaffAtWork,
  input: { orderNo: string; signId: string; reason: string },
) {
  await setClosedAccountMoneyKept(deps, staff, input)
  return toView((await findClosedAccountMoney(deps.db, input)) ?? refuse('order.closedMoneyNotFound'))
}

function toView({ paidFen: paid, amountFen: amount, hoursLeft, goesBack, state, ...row }: ClosedAccountMoneyRow) {
  return {
    ...row,
    ...{ paid, amount, hoursLeft: hoursLeft / 10 },
    state: goesBack ? ('RETURNED' as const) : state,
  }
}

/** The report is grouped by channel and month and lists days on which bills and books differ. */
export async function deskYearReport({ db }: Pick<Deps, 'db'>, year: number) {
  const rows = await sumMoneyByChannel(db, year)
  const differing = await listMoneyReportDays(db, year, { onlyDiffering: true, limit: mostDays })
  const cases = await listMoneyCasesOfDays(db, differing.list, mostCases)
  const isWhole = ({ period }: { period: string }) => period === String(year)
  return {
    years: await listMoneyYears(db),
    year: rows.filter(isWhole),
    months: rows.filter((row) => !isWhole(row)),
    differing: differing.list.map((row) => ({
      ...row,
      cases: cases.filter(({ channel, period }) => channel === row.channel && period === row.period),
    })),
    differingTotal: differing.total,
  }
}
