import { grantQuery } from '@ce/client/certification_grant.ts'
import { yearPlanQuery } from '@ce/client/course.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** milliseconds: so long the hours wait for the ways on, lest what is being read moves; then they show without */
const patienceMs = 3000

/** Every year with its hours and proof, and what can still be done about it. */
export function useGrantYears() {
  const query = useQuery(grantQuery())
  const plan = useQuery(yearPlanQuery())
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return { query, plans: plan.data?.list ?? [], waits: plan.isPending && patient }
}
