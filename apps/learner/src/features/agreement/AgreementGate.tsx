import { Waiting } from '@ce/client/components/Waiting.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAgreementGate } from './gate.ts'

const AgreementPage = lazy(async () => ({
  default: (await import('./AgreementPage.tsx')).AgreementPage,
}))

/** Around every private page: what must be accepted first stands in its place. What is to come is said on it (AgreementNotice.tsx). */
export function AgreementGate({ children }: { children: ReactNode }) {
  const { asks, texts } = useAgreementGate()
  if (!asks) return children
  return (
    <Suspense fallback={<Waiting />}>
      <AgreementPage texts={texts} />
    </Suspense>
  )
}
