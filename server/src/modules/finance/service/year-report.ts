import type { Deps } from '../../../platform/deps.ts'
import { listCasesOfDays, listMoneyYears, listYearDays, sumYear } from '../store/year-report.ts'

/** days shown on one page; the file has every one */
const mostDays = 200
/** of all these days together */
const mostCases = 1000

/** A year's money by channel: its sums, its months, and the days on which bills and books do not tie. */
export async function yearReport({ db }: Pick<Deps, 'db'>, year: number) {
  const rows = await sumYear(db, year)
  const differing = await listYearDays(db, year, { onlyDiffering: true, limit: mostDays })
  const cases = await listCasesOfDays(db, differing.list, mostCases)
  const isWhole = ({ period }: { period: string }) => period === String(year)
  return {
    years: await listMoneyYears(db),
    year: rows.filter(isWhole),
    months: rows.filter((row) => !isWhole(row)),
    differing: differing.list.map((row) => ({
      ...row,
      cases: cases.filter(
        ({ channel, period }) => channel === row.channel && period === row.period,
      ),
    })),
    differingTotal: differing.total,
  }
}
