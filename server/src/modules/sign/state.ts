/** Hours of both buckets, tenths. */
export interface Buckets {
  professional: number
  public: number
}

export interface SignFacts {
  paidAt: Date | null
  refundedAt: Date | null
  /** an order of this sign is still open */
  orderOpen: boolean
  studyOpen: boolean
  required: Buckets
  /** by the ledger */
  earned: Buckets
}

export type SignState = 'UNPAID' | 'STUDYING' | 'COMPLETED' | 'EXPIRED' | 'CANCELLED' | 'REFUNDED'

/** product §2: professional ≥ required and public ≥ required; surplus never moves between buckets. */
export function bucketsFull(required: Buckets, earned: Buckets): boolean {
  return earned.professional >= required.professional && earned.public >= required.public
}

/** The sign's state, derived from facts and never stored (product §2). */
export function signStateOf(facts: SignFacts): SignState {
  if (facts.refundedAt) return 'REFUNDED'
  if (!facts.paidAt) return facts.orderOpen ? 'UNPAID' : 'CANCELLED'
  if (bucketsFull(facts.required, facts.earned)) return 'COMPLETED'
  return facts.studyOpen ? 'STUDYING' : 'EXPIRED'
}
