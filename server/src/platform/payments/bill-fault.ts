/**
 * CUT: the end is missing. MISMATCH: the rows contradict the totals. UNREADABLE: another format, too large, or an
 * unreadable row of ours.
 */
export type BillFaultKind = 'CUT' | 'MISMATCH' | 'UNREADABLE'

export class BillFault extends Error {
  readonly kind: BillFaultKind
  constructor(kind: BillFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
