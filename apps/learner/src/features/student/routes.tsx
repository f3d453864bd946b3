import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'
import { accountTitles, readAccountPart } from './account-parts.ts'

export const studentScreens: ScreenRoute[] = [
  {
    path: paths.dashboard(),
    handle: { title: '工作台' },
    lazy: { Component: async () => (await import('./DashboardScreen.tsx')).DashboardScreen },
  },
  {
    path: paths.profile(),
    handle: { title: '我的' },
    loader: titleOfPart,
    lazy: { Component: async () => (await import('./ProfileScreen.tsx')).ProfileScreen },
  },
]

/** A part of the account has a title of its own. */
function titleOfPart({ request }: LoaderFunctionArgs) {
  const part = readAccountPart(new URL(request.url).searchParams)
  return part ? { pageTitle: accountTitles[part] } : null
}
