import { isPhonePath } from '@ce/site/paths.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'
import { profilePartTitles, readProfilePart } from './profile-parts.ts'

export const studentScreens: ScreenRoute[] = [
  {
    path: paths.dashboard(),
    handle: { title: '工作台' },
    lazy: { Component: async () => (await import('./DashboardScreen.tsx')).DashboardScreen },
  },
  {
    path: paths.profile(),
    handle: { title: profilePartTitles.info },
    loader: titleOfPart,
    lazy: { Component: async () => (await import('./ProfileScreen.tsx')).ProfileScreen },
  },
]

function titleOfPart({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const part = readProfilePart(searchParams, isPhonePath(pathname) ? 'phone' : 'desktop')
  return { pageTitle: part ? profilePartTitles[part] : '我的' }
}
