import { foldSpelling } from '@ce/contract/fold-text'
import { invoiceStateNames } from '@ce/contract/state-names'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'

const names: Readonly<Record<string, string>> = invoiceStateNames

/** Spelling of brackets, dots, dashes, spaces and case makes no difference. */
export function toComparableTitle(title: string): string {
  return foldSpelling(title)
    .replace(/[〔【［[{〈《]/g, '(')
    .replace(/[〕】］\]}〉》]/g, ')')
    .replace(/[·•‧∙⋅・･.。]/g, '·')
    .replace(/\p{Dash}/gu, '-')
    .replace(/\s/g, '')
    .toUpperCase()
}

/** The tax system adds a suffix to names of persons, which is removed. */
export function toComparablePersonName(title: string): string {
  return toComparableTitle(title).replace(/\(个人\)$/, '')
}

export function invoiceStateName({ state, withdrawnAt }: { state: string; withdrawnAt: Date | null }): string {
  return withdrawnAt ? '已撤回' : (names[state] ?? '')
}

export interface InvoiceDeadline {
  /** The last day of the period, in Asia/Shanghai. */
  day: string
  passed: boolean
}

/** @param daysAfterYear days after 31 December of the year of payment (setting invoice.daysAfterYear) */
export function invoiceDeadlineOf(paidAt: Date, now: Date, daysAfterYear: number): InvoiceDeadline {
  const year = Number(shanghaiDay(paidAt).slice(0, 4))
  // Date.UTC accepts days beyond 31 December.
  const day = new Date(Date.UTC(year, 11, 31 + daysAfterYear)).toISOString().slice(0, 10)
  return { day, passed: shanghaiDay(now) > day }
}
