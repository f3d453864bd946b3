import { onCallEvent } from '@ce/client/answers.ts'
import { useSession } from '@ce/client/session.ts'
import { type UnacceptedAgreement, unacceptedAgreementsQuery } from '@ce/client/student.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'

interface Gate extends AgreementGateState {
  texts: UnacceptedAgreement[]
  known: boolean
}

export function useAgreementGate(): Gate {
  const session = useSession()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [refusedAt, setRefusedAt] = useState<string | null>(null)
  const { data, isPending } = useQuery({ ...unacceptedAgreementsQuery(), enabled: session !== null })
  useEffect(
    () =>
      onCallEvent(({ kind }) => {
        if (kind !== 'agreementRequired') return
        setRefusedAt(pathname)
        void client.invalidateQueries({ queryKey: unacceptedAgreementsQuery().queryKey })
      }),
    [client, pathname],
  )
  const texts = data?.texts ?? []
  return { ...agreementGateStateOf(texts, pathname, refusedAt), texts, known: !isPending }
}

export interface AgreementGateState {
  /** True if the consent page replaces the requested page. */
  asks: boolean
  notice: 'LIMITED' | 'GRACE' | 'COMING' | null
}

/**
 * @param refusedAt the page where the server last refused a call because of unaccepted texts; a running lesson or exam
 * shows the texts only after such a refusal on its page
 */
export function agreementGateStateOf(
  texts: readonly Pick<UnacceptedAgreement, 'state'>[],
  pathname: string,
  refusedAt: string | null,
): AgreementGateState {
  const has = (state: UnacceptedAgreement['state']) => texts.some((text) => text.state === state)
  const mayRun = isRunningPage(pathname)
  if (has('DUE')) {
    if (isOpenPage(pathname)) return { asks: false, notice: saysItself(pathname) ? null : 'LIMITED' }
    return { asks: !mayRun || refusedAt === pathname, notice: null }
  }
  if (mayRun || saysItself(pathname)) return { asks: false, notice: null }
  return { asks: false, notice: has('GRACE') ? 'GRACE' : has('COMING') ? 'COMING' : null }
}

function saysItself(pathname: string): boolean {
  return pathname === paths.agreements()
}

/** Pages that the server allows without acceptance: own data, proofs, payments and closing. */
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

function isRunningPage(pathname: string): boolean {
  const [, sign, course] = pathname.slice(paths.myCourses().length).split('/')
  const learns = pathname.startsWith(`${paths.myCourses()}/`) && Boolean(sign && course)
  return learns || pathname.startsWith(paths.exam('', '').replace(/\/+$/, '/'))
}
