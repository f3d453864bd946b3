import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'

/** @param client provides the cached data of the test */
export function renderScreen(
  screen: ReactNode,
  { client = new QueryClient(), path = '/system/dashboard' } = {},
): string {
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
