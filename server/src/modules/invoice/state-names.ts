import { invoiceStateNames } from '@ce/contract/state-names'

const names: Readonly<Record<string, string>> = invoiceStateNames

/** How an invoice stands, as a refusal says it. */
export function stateName({
  state,
  withdrawnAt,
}: {
  state: string
  withdrawnAt: Date | null
}): string {
  return withdrawnAt ? '已撤回' : (names[state] ?? '')
}
