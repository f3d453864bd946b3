import type { Plan } from './store/plans.ts'

export function requiredHoursOf(plan: Pick<Plan, 'requiredProfessional' | 'requiredPublic'>) {
  return { professional: plan.requiredProfessional, public: plan.requiredPublic }
}
