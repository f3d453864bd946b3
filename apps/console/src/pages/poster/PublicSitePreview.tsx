import type { PosterPreview } from '@ce/client/staff/poster.ts'
import { categoryById } from '@ce/contract/categories'
import { rootRouteId } from '@ce/site/data.ts'
import { loadSite } from '@ce/site/loaders.ts'
import { sitePaths } from '@ce/site/paths.ts'
import { siteRoutes } from '@ce/site/routes.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'

/** Uses a separate React root, so that console styles do not apply and links work. */
export function PublicSitePreview({ poster }: { poster: PosterPreview }) {
  useEffect(() => {
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place)
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={siteWith(poster)} />
      </QueryClientProvider>,
    )
    return () => {
      // Unmount the root later, because React warns if a root is unmounted during another render.
      setTimeout(() => {
        root.unmount()
        place.remove()
      })
    }
  }, [poster])
  return null
}

function siteWith(poster: PosterPreview) {
  const category = categoryById(poster.categoryId)
  const name = category?.name ?? ''
  const address = name === 'guide' || name === 'aboutUs' ? sitePaths[name]() : sitePaths.detail(name, poster.id)
  const pattern = address === sitePaths.detail(name, poster.id) ? sitePaths.detail(':name', ':id') : address
  const replaced = { loader: () => ({ pageTitle: poster.title, category, poster }) }
  const site = withLoader(siteRoutes(), pattern, replaced)
  return createMemoryRouter([{ id: rootRouteId, loader: loadSite, HydrateFallback: () => null, children: [site] }], {
    initialEntries: [address],
  })
}

function withLoader(route: RouteObject, pattern: string, replaced: Pick<RouteObject, 'loader'>): RouteObject {
  if (route.index) return route
  const children = route.children?.map((child) => withLoader(child, pattern, replaced))
  const own = route.path === pattern ? replaced : {}
  return { ...route, ...own, ...(children ? { children } : {}) }
}
