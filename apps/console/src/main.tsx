import '@ce/ui/tokens.css'
import '@ce/ui/base.css'
import '@ce/ui/primitives.css'
import './console.css'
import { startReporting } from '@ce/client/reporting/reporting.ts'
import { reloadOnStaleChunks } from '@ce/client/stale-chunks.ts'
import { employerBase } from './employer/paths.ts'

reloadOnStaleChunks()

// two houses in one bundle: neither loads the other's pages
const { pathname } = location
const atEmployer = pathname === employerBase || pathname.startsWith(`${employerBase}/`)
startReporting({
  build: import.meta.env.VITE_BUILD,
  app: () => (atEmployer ? 'EMPLOYER' : 'CONSOLE'),
})
const root = document.getElementById('root')
if (root && atEmployer) {
  const { startEmployer } = await import('./employer/start.tsx')
  startEmployer(root)
} else if (root) {
  const { startConsole } = await import('./start.tsx')
  startConsole(root)
}
