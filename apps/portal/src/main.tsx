import '@ce/ui/tokens.css'
import '@ce/ui/base.css'
import '@ce/ui/primitives.css'
import { forgetPerson, makeQueryClient } from '@ce/client/query.ts'
import { onSession, readSession } from '@ce/client/session.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { showWriteError, watchCalls } from './failures.ts'
import { routes } from './routes.tsx'
import { reloadOnStaleChunks } from './stale-chunks.ts'

reloadOnStaleChunks()
watchCalls()
const queryClient = makeQueryClient(showWriteError)
const router = createBrowserRouter(routes)

// another tab signed in or out: this one follows, and never shows one person's data to another
let student = readSession()?.userInfo.id
onSession(({ elsewhere }) => {
  const before = student
  student = readSession()?.userInfo.id
  if (!elsewhere || student === before) return
  if (before && student) return location.reload()
  // the guard leads away first: a page still standing would fetch again without a token
  const moved = router.revalidate()
  if (!student) void moved.then(() => forgetPerson(queryClient))
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
