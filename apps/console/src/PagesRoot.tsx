import { ServerRecoveryWatcher } from '@ce/client/components/ServerRecoveryWatcher.tsx'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'

interface PagesRootProps {
  queryClient: QueryClient
  children: ReactNode
}

/** The server and the browser must render the same elements. */
export function PagesRoot({ queryClient, children }: PagesRootProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ServerRecoveryWatcher />
        {children}
      </QueryClientProvider>
    </StrictMode>
  )
}
