import { shanghaiDay } from '../../platform/shanghai-day.ts'

/** Until when an invoice of a paid order can be asked for. */
export interface InvoiceDeadline {
  /** the last day, in Shanghai */
  day: string
  passed: boolean
}

/** @param daysAfterYear days after 31 December of the year in which the order was paid (setting invoice.daysAfterYear) */
export function invoiceDeadline(paidAt: Date, now: Date, daysAfterYear: number): InvoiceDeadline {
  const year = Number(shanghaiDay(paidAt).slice(0, 4))
  // a calendar without zones: day 31 + n of December is counted on into the next years
  const day = new Date(Date.UTC(year, 11, 31 + daysAfterYear)).toISOString().slice(0, 10)
  return { day, passed: shanghaiDay(now) > day }
}
