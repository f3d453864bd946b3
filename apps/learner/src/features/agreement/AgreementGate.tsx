import { PageLoading } from '@ce/client/components/PageLoading.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAgreementGate } from './agreement-gate.ts'

const AgreementPage = lazy(async () => ({
  default: (await import('./AgreementPage.tsx')).AgreementPage,
}))

/** Replaces private pages until the required texts are accepted. `AgreementNotice` announces future texts. */
export function AgreementGate({ children }: { children: ReactNode }) {
  const { asks, texts } = useAgreementGate()
  if (!asks) return children
  return (
    <Suspense fallback={<PageLoading />}>
      <AgreementPage texts={texts} />
    </Suspense>
  )
}
