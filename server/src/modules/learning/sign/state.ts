export interface SubjectTenths {
  professional: number
  public: number
}

export interface SignFacts {
  paidAt: Date | null
  refundedAt: Date | null
  orderOpen: boolean
  studyOpen: boolean
  required: SubjectTenths
  earned: SubjectTenths
}

export type SignState = 'UNPAID' | 'STUDYING' | 'COMPLETED' | 'EXPIRED' | 'CANCELLED' | 'REFUNDED'

/** Surplus hours never move to the other subject (docs/rules/year-and-sign-up.md#complete). */
export function areHoursComplete(required: SubjectTenths, earned: SubjectTenths): boolean {
  return earned.professional >= required.professional && earned.public >= required.public
}

/** The state is always derived, never stored (docs/rules/year-and-sign-up.md#sign). */
export function signStateOf(facts: SignFacts): SignState {
  if (facts.refundedAt) return 'REFUNDED'
  if (!facts.paidAt) return facts.orderOpen ? 'UNPAID' : 'CANCELLED'
  if (areHoursComplete(facts.required, facts.earned)) return 'COMPLETED'
  return facts.studyOpen ? 'STUDYING' : 'EXPIRED'
}
