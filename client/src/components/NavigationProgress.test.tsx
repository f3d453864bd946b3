import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { NavigationProgress } from './NavigationProgress.tsx'

test('the progress bar runs during a navigation and stops after it', async () => {
  let arrive = (_page: null) => {}
  const page = new Promise<null>((resolve) => {
    arrive = resolve
  })
  const router = createMemoryRouter([
    { path: '/', Component: NavigationProgress },
    { path: '/next', loader: () => page, Component: NavigationProgress },
  ])
  const bar = () => renderToStaticMarkup(<RouterProvider router={router} />)
  expect(bar()).toContain('data-running="false"')
  const going = router.navigate('/next')
  expect(bar()).toContain('data-running="true"')
  arrive(null)
  await going
  expect(bar()).toContain('data-running="false"')
  router.dispose()
})
