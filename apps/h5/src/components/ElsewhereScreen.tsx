import { Waiting } from '@ce/frame/Waiting.tsx'
import { phonePaths } from '@ce/site/paths.ts'
import { useEffect } from 'react'

/** Any other path goes to not-found (specification §2), which is a public page: a document of its own. */
export function ElsewhereScreen() {
  // back leads to where one came from, not here again
  useEffect(() => location.replace(phonePaths.notFound()), [])
  return <Waiting />
}
