import { onCallEvent } from '@ce/client/answers.ts'
import { useSession } from '@ce/client/session.ts'
import { agreementsQuery, type OpenText } from '@ce/client/student.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'

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

/** What a page must know of the texts that are not accepted. */
export interface GateState {
  /** the consent page stands in place of the page that was opened */
  asks: boolean
  /** what is said above the page; null: nothing */
  notice: 'LIMITED' | 'GRACE' | 'COMING' | null
}

/**
 * @param refusedAt the page on which the server has last refused a call until the texts are accepted. A lesson or an exam that runs is
 * refused nothing, and is not interrupted: its page gives way only after a refusal there.
 */
export function gateStateOf(
  texts: readonly Pick<OpenText, 'state'>[],
  pathname: string,
  refusedAt: string | null,
): GateState {
  const has = (state: OpenText['state']) => texts.some((text) => text.state === state)
  const mayRun = isRunningPage(pathname)
  if (has('DUE')) {
    if (isOpenPage(pathname))
      return { asks: false, notice: saysItself(pathname) ? null : 'LIMITED' }
    return { asks: !mayRun || refusedAt === pathname, notice: null }
  }
  if (mayRun || saysItself(pathname)) return { asks: false, notice: null }
  return { asks: false, notice: has('GRACE') ? 'GRACE' : has('COMING') ? 'COMING' : null }
}

function saysItself(pathname: string): boolean {
  return pathname === paths.agreements()
}

/** Own data, proofs and money, and the ways out: what the server leaves open to who has accepted nothing. */
function isOpenPage(pathname: string): boolean {
  const invoice = pathname.startsWith(`${paths.invoices()}/`)
  return (
    invoice ||
    [
      paths.agreements(),
      paths.privacy(),
      paths.profile(),
      paths.messages(),
      paths.orders(),
      paths.invoices(),
      paths.grant(),
      paths.grantDetailPage(),
      paths.error(),
    ].includes(pathname)
  )
}

/** The pages of lessons, exams and their papers. */
function isRunningPage(pathname: string): boolean {
  const [, sign, course] = pathname.slice(paths.myCourses().length).split('/')
  const learns = pathname.startsWith(`${paths.myCourses()}/`) && Boolean(sign && course)
  return learns || pathname.startsWith(paths.exam('', '').replace(/\/+$/, '/'))
}
