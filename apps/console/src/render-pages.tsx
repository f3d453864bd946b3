import { LookAgain } from '@ce/client/components/LookAgain.tsx'
import { onClockMoved } from '@ce/client/practice.ts'
import { reportRoute } from '@ce/client/reporting/reporting.ts'
import { routePattern } from '@ce/client/reporting/route-pattern.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

export type Router = ReturnType<typeof createBrowserRouter>

/** The staff's or the employers' pages, whichever the router has. */
export function renderPages(root: HTMLElement, queryClient: QueryClient, router: Router): void {
  // whoever writes something at a desk keeps it: only what was read is read anew
  onClockMoved(() => void queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.edited }))
  reportRoute(() => routePattern(router.state.matches, router.basename))
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LookAgain />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
