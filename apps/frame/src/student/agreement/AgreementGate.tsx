import { Waiting } from '@ce/frame/Waiting.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { AgreementNotice } from './AgreementNotice.tsx'
import { useAgreementGate } from './use-agreement-gate.ts'

const AgreementPage = lazy(async () => ({
  default: (await import('./AgreementPage.tsx')).AgreementPage,
}))

/** Around every private page: what must be accepted first stands in its place, and what is to come is said above it. */
export function AgreementGate({ children }: { children: ReactNode }) {
  const { asks, notice, texts } = useAgreementGate()
  if (asks)
    return (
      <Suspense fallback={<Waiting />}>
        <AgreementPage texts={texts} />
      </Suspense>
    )
  return (
    <>
      {notice && <AgreementNotice kind={notice} texts={texts} />}
      {children}
    </>
  )
}
