import '@ce/ui/tokens.css'
import '@ce/ui/base.css'
import '@ce/ui/primitives.css'
import './phone.css'
import { catchUp } from '@ce/client/older-browser/catch-up.ts'
import { keepWechatReturn } from '@ce/client/payment/wechat-return.ts'
import { reportRoute, startReporting } from '@ce/client/reporting/reporting.ts'
import { routePattern } from '@ce/client/reporting/route-pattern.ts'
import { reloadOnStaleChunks } from '@ce/frame/stale-chunks.ts'
import { watchStudentCalls } from '@ce/frame/student/failures.ts'
import { documentTitle } from '@ce/site/title.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { keepInstallQuestion } from './install.ts'
import { registerWorker } from './offline/register.ts'
import { routes } from './routes.tsx'

startReporting({ build: import.meta.env.VITE_BUILD, app: () => 'PHONE' })
keepWechatReturn()
reloadOnStaleChunks()
watchStudentCalls()
registerWorker()
keepInstallQuestion()

async function start(root: HTMLElement): Promise<void> {
  await catchUp()
  const router = createBrowserRouter(routes)
  reportRoute(() => routePattern(router.state.matches))
  router.subscribe((state) => {
    if (state.navigation.state === 'idle' && state.initialized)
      document.title = documentTitle(state)
  })
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
