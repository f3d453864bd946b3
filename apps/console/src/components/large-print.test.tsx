import { makeQueryClient } from '@ce/client/query.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import config from '../../vite.config.ts'
import { EmployerLayout } from '../employer/EmployerLayout.tsx'
import { ConsoleLayout } from './ConsoleLayout.tsx'

it.each([
  ['the staff', <ConsoleLayout key="console" />],
  ['an employer', <EmployerLayout key="employer" />],
])('%s can turn large print on, as elsewhere', (_, element) => {
  const router = createMemoryRouter([{ path: '*', element }])
  const page = renderToStaticMarkup(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(page).toMatch(/<button[^>]*aria-pressed="false"[^>]*>.*大字版/)
})

it('holds before the first paint', () => {
  expect(config.plugins?.flat()).toContainEqual(expect.objectContaining({ name: 'large-print' }))
})
