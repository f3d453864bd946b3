import type { Plan } from './store/plans.ts'

/** The hours a plan asks for in each bucket, tenths (product §2: the buckets never mix). */
export function requiredOf(plan: Pick<Plan, 'requiredProfessional' | 'requiredPublic'>) {
  return { professional: plan.requiredProfessional, public: plan.requiredPublic }
}
