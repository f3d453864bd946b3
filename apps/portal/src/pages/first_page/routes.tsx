import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** Public pages: outside antd, so that a visitor does not wait for it. */
export const firstPageRoutes: PageRoute[] = [
  {
    path: paths.home(),
    handle: { title: '首页', open: true },
    lazy: { Component: async () => (await import('./HomePage.tsx')).HomePage },
  },
  {
    path: paths.error(),
    handle: { title: '出错了', open: true },
    lazy: { Component: async () => (await import('./ErrorPage.tsx')).ErrorPage },
  },
  {
    path: paths.notFound(),
    handle: { title: '页面不存在', open: true },
    lazy: { Component: async () => (await import('./NotFoundPage.tsx')).NotFoundPage },
  },
]
