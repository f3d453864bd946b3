/**
 * Why a bill that the channel gave is not taken. CUT: its end is missing · MISMATCH: its rows are not what its own totals say ·
 * UNREADABLE: no bill, a bill of another shape, too large, or a row of ours that cannot be read.
 */
export type BillFaultKind = 'CUT' | 'MISMATCH' | 'UNREADABLE'

export class BillFault extends Error {
  readonly kind: BillFaultKind
  constructor(kind: BillFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
