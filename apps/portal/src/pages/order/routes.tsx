import type { PageRoute } from '../../page-route.ts'

export const orderRoutes: PageRoute[] = []
