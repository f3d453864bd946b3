import { onCallEvent } from '@ce/client/answers.ts'
import { useSession } from '@ce/client/session.ts'
import { agreementsQuery, type OpenText } from '@ce/client/student.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type GateState, gateStateOf } from './gate-state.ts'

interface Gate extends GateState {
  texts: OpenText[]
  /** whether it is known yet */
  known: boolean
}

/** Which texts the signed-in person has not accepted, and what that means for the page at hand. */
export function useAgreementGate(): Gate {
  const session = useSession()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [refusedAt, setRefusedAt] = useState<string | null>(null)
  const { data, isPending } = useQuery({ ...agreementsQuery(), enabled: session !== null })
  useEffect(
    () =>
      onCallEvent(({ kind }) => {
        if (kind !== 'agreementRequired') return
        setRefusedAt(pathname)
        void client.invalidateQueries({ queryKey: agreementsQuery().queryKey })
      }),
    [client, pathname],
  )
  const texts = data?.texts ?? []
  return { ...gateStateOf(texts, pathname, refusedAt), texts, known: !isPending }
}
