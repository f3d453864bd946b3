import type { RouteObject } from 'react-router'
import { redirectSignedInEmployer } from './employer/guard.ts'
import { employerPaths } from './employer/paths.ts'
import { redirectSignedInStaff } from './guard.ts'
import { paths } from './paths.ts'

/** The id of the route that the server renders; its loader returns nothing. */
export const loginRouteId = 'door'

/** The staff login is rendered on the server and hydrated, so it must not use antd. */
export const staffLoginRoute: RouteObject = {
  id: loginRouteId,
  path: paths.login(),
  handle: { title: '登录' },
  loader: redirectSignedInStaff,
  lazy: { Component: async () => (await import('./pages/staff/LoginPage.tsx')).StaffLoginPage },
}

/** The employer login is rendered on the server and hydrated, so it must not use antd. */
export const employerLoginRoute: RouteObject = {
  id: loginRouteId,
  path: employerPaths.login(),
  handle: { title: '单位登录' },
  loader: redirectSignedInEmployer,
  lazy: { Component: async () => (await import('./employer/LoginPage.tsx')).EmployerLoginPage },
}
