const names: Readonly<Record<string, string>> = {
  PENDING: '待开票',
  ISSUING: '开票中',
  ISSUED: '已开票',
  FAILED: '开票失败',
  REVERSED: '已红冲',
}

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
