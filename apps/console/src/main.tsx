import '@ce/ui/tokens.css'
import '@ce/ui/base.css'
import '@ce/ui/primitives.css'
import './console.css'
import { startReporting } from '@ce/client/reporting/reporting.ts'
import { reloadOnStaleChunks } from '@ce/client/stale-chunks.ts'
import { employerBasePath } from './employer/paths.ts'
import { consoleBasePath, paths } from './paths.ts'

reloadOnStaleChunks()

// Staff and employer pages share this bundle but load separately.
const { pathname } = location
const atEmployer = pathname === employerBasePath || pathname.startsWith(`${employerBasePath}/`)
startReporting({
  build: import.meta.env.VITE_BUILD,
  app: () => (atEmployer ? 'EMPLOYER' : 'CONSOLE'),
})

/**
 * Loads the pages by imports inside a function, not at top level, because the imported files share a chunk with this
 * file.
 */
async function start(root: HTMLElement): Promise<void> {
  if (atEmployer) return (await import('./employer/start.tsx')).startEmployer(root)
  // Every page except the login needs the other routes; the router requests them when it starts.
  if (pathname !== consoleBasePath + paths.login()) import('./routes.tsx').catch(() => {})
  return (await import('./start.tsx')).startConsole(root)
}

const root = document.getElementById('root')
if (root) void start(root)
