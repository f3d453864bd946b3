import { createQueryClient } from '@ce/client/query.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import configOf from '../../vite.config.ts'
import { EmployerLayout } from '../employer/EmployerLayout.tsx'
import { ConsoleLayout } from './ConsoleLayout.tsx'

it.each([
  ['the staff', <ConsoleLayout key="console" />],
  ['an employer', <EmployerLayout key="employer" />],
])('%s can turn on large print in the menu', (_, element) => {
  const router = createMemoryRouter([{ path: '*', element }])
  const page = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(page).toMatch(/<button[^>]*aria-pressed="false"[^>]*>.*大字版/)
})

it('large print applies before the first paint', () => {
  const config = configOf({ command: 'build', mode: 'production' })
  expect(config.plugins?.flat()).toContainEqual(expect.objectContaining({ name: 'large-print' }))
})
